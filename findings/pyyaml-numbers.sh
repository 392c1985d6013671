#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# PyYAML reads 1e3 as a text, 0100 as 64 and 1:30 as 90.
#
# Expected: `freq: 1e3` is the number 1000, as in JSON, of which YAML 1.2 is a
#   superset, and `freq: 0100` is 100.
# What happens: PyYAML follows YAML 1.1, and its own rule for floats asks for a
#   point and a sign (1.0e+3). 1e3 and 1.0e3 are texts, a leading 0 means base
#   8, a colon base 60. ruamel.yaml, which follows YAML 1.2, has numbers for the
#   first three.
# Versions: PyYAML 6.0.4, ruamel.yaml 0.19.1.
# Why it matters: settings of spectra and filters (frequencies, rates, window
#   lengths) are kept in YAML and read by programs in several languages: the
#   same file has an equaliser band at 100 Hz in one and at 64 Hz in the other,
#   and "1e3" * 2 is "1e31e3" in Python.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    pyyaml==6.0.4 ruamel.yaml==0.19.1

PYTHONPATH=$dir/lib python3 - <<'END'
import ruamel.yaml
import yaml

print("PyYAML", yaml.__version__, "ruamel.yaml", ruamel.yaml.__version__)
other = ruamel.yaml.YAML(typ="safe", pure=True)
for text, old, new in (("1e3", "1e3", 1000.0), ("1.0e3", "1.0e3", 1000.0),
                       ("1.0e+3", 1000.0, 1000.0), ("0100", 64, 100), ("1:30", 90, "1:30")):
    found = yaml.safe_load(f"freq: {text}")["freq"], other.load(f"freq: {text}")["freq"]
    print(f"freq: {text:7} PyYAML {found[0]!r:8} ruamel.yaml {found[1]!r}")
    assert found == (old, new) and [type(x) for x in found] == [type(old), type(new)]
END
