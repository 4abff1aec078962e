"""Run Stepweave's command line on the bpy wheel, as Blender does for ``--command stepweave``."""

import importlib.util
import sys
from pathlib import Path

import bpy

CHECKOUT = Path(__file__).resolve().parent.parent


def main():
    """Register the checkout as an add-on in a factory-fresh Blender and run the verb."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    spec = importlib.util.spec_from_file_location(
        "stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)]
    )
    package = sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    package.register()
    return importlib.import_module("stepweave.cli").main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
