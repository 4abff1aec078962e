# Stepweave: demo, test, build, bench, lint. Each sets up what it needs.
#
#   make demo                      a walk of the starter clips: out/demo.blend, out/demo.png, out/report.json
#   make demo CLIPS=FOLDER         the same with your clips (BVH, FBX, glTF)
#   make test                      core tests, then Blender 4.5 and the newest Blender, the built zip, a real window
#   make build                     dist/stepweave-VERSION-PLATFORM-PYTHON.zip
#   make bench                     time per stage, as ratios
#   make lint                      ruff

SHELL := /bin/sh
.DELETE_ON_ERROR:

PYTHON_313 := $(shell tools/find-python 3.13)
PYTHON_311 := $(shell tools/find-python 3.11)

TOOLS := pytest==9.2.0 hypothesis==6.170.17 ruff==0.17.6 mir_eval==0.8.2
FOR_311 := numpy==1.26.4 scipy==1.17.1 $(TOOLS)
FOR_313 := numpy==2.5.5 scipy==1.18.1 $(TOOLS)
BPY_4_5 := bpy==4.5.15
BPY_NEWEST := bpy==5.3.0

ifneq ($(PYTHON_313),)
  NEWEST := "$(PYTHON_313)" $(BPY_NEWEST) $(FOR_313)
  WITHOUT_BLENDER := "$(PYTHON_313)" $(FOR_313)
else
  NEWEST := "$(PYTHON_311)" $(BPY_4_5) $(FOR_311)
  WITHOUT_BLENDER := "$(PYTHON_311)" $(FOR_311)
endif
ifneq ($(PYTHON_311),)
  OLDEST := .venv-4.5/ready
endif

.PHONY: demo test build bench lint clean python-found
demo: .venv/ready
	tools/demo $(CLIPS)

test: .venv-core/ready .venv/ready $(OLDEST)
	tools/test

build: .venv/ready
	.venv/bin/python tools/build_zips.py

bench: .venv/ready
	@for file in bench/[a-z]*.py; do echo "== $$file"; .venv/bin/python $$file || exit 1; done

lint: .venv-core/ready
	.venv-core/bin/ruff check .

clean:
	rm -rf out dist .cache .pytest_cache .ruff_cache .hypothesis

python-found:
	@test -n "$(PYTHON_313)$(PYTHON_311)" || { echo "Python 3.13 (or 3.11) with venv is needed: \
	install it with your system's packages, pyenv or uv, and run make again" >&2; exit 1; }

.venv/ready: Makefile tools/make-venv | python-found
	tools/make-venv .venv $(NEWEST)

.venv-4.5/ready: Makefile tools/make-venv
	tools/make-venv .venv-4.5 "$(PYTHON_311)" $(BPY_4_5) $(FOR_311)

.venv-core/ready: Makefile tools/make-venv | python-found
	tools/make-venv .venv-core $(WITHOUT_BLENDER)
