"""Run Stepweave's command line on the bpy wheel, as Blender does for ``--command stepweave``."""

import importlib.util
import os
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def main():
    """Register the checkout as an add-on in a factory-fresh Blender and run the verb."""
    stdout = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)         # Blender says hello on stdout
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    os.dup2(stdout, 1)
    spec = importlib.util.spec_from_file_location(
        "stepweave", CHECKOUT / "__init__.py", submodule_search_locations=[str(CHECKOUT)]
    )
    package = sys.modules["stepweave"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(package)
    package.register()
    code = package.cli.main(sys.argv[1:])
    package.unregister()
    return code


if __name__ == "__main__":
    sys.exit(main())
