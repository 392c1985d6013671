# SPDX-License-Identifier: LGPL-2.1-or-later
"""The binary interface of a shared library as libabigail's XML, and how one of
it differs from another by the rule "How structs grow" of clfft.h.

abidiff reports every change of a struct. The rule allows two kinds: a member
that takes reserved words, and an enumerator behind the last. Both are undone in
the newer dump before abidiff sees it; what it still reports is a break.
"""
import copy
import os
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

OPTIONS = ["--exported-interfaces-only", "--drop-private-types",
           "--drop-undefined-syms", "--no-corpus-path", "--no-comp-dir-path",
           "--no-show-locs", "--no-elf-needed", "--no-parameter-names",
           "--no-architecture"]
COUNT = re.compile(r"CLFFT_N_\w+$")  # the number of values, not one of them


def dump(abidw, library, headers):
    """The XML of what the library exports, with the types of `headers`."""
    with tempfile.TemporaryDirectory() as folder:
        for path in headers:  # abidw knows them by their names
            shutil.copy(path, folder)
        text = subprocess.run([abidw, "--headers-dir", folder] + OPTIONS +
                              [library], text=True, check=True,
                              stdout=subprocess.PIPE).stdout
    # where it was built, as the compiler was reported
    return re.sub(r" path='(?:\.\./)*[^']*?([^/']*)'", r" path='\1'", text)


def _structs(root):
    return {node.get("name"): node for node in root.iter("class-decl")
            if node.get("size-in-bits")}


def knows_types(text):
    """False of a library without debug information."""
    return bool(_structs(ElementTree.fromstring(text)))


def major_version(text):
    """Of the format; abidiff reads two dumps of one alone."""
    return ElementTree.fromstring(text).get("version").split(".")[0]


def address_size(text):
    return next(ElementTree.fromstring(text).iter("abi-instr")).get(
        "address-size")


def _members(struct):
    """Rows of offset in bits, name, node."""
    return [(int(node.get("layout-offset-in-bits")),
             node.find("var-decl").get("name"), node)
            for node in struct.findall("data-member")]


def _array_of(root, member):
    """The array type of a member, and what holds it, by version abi-instr or
    abi-types."""
    wanted = member.find("var-decl").get("type-id")
    for parent in root.iter():
        for node in parent.findall("array-type-def"):
            if node.get("id") == wanted:
                return parent, node
    return None, None


def _give_words_back(old, new):
    olds, news = _structs(old), _structs(new)
    spare = next((node for struct in news.values()
                  for _, name, node in _members(struct) if name == "reserved"),
                 None)
    for number, (name, struct) in enumerate(sorted(news.items())):
        before = olds.get(name)
        where = [row for row in _members(before) if row[1] == "reserved"] \
            if before is not None else []
        if not where or spare is None or \
                before.get("size-in-bits") != struct.get("size-in-bits"):
            continue
        offset, _, reserved = where[0]
        taken = [row for row in _members(struct) if row[0] >= offset]
        parent, array = _array_of(new, spare)
        _, wanted = _array_of(old, reserved)
        if array is None or wanted is None or \
                [row[1] for row in taken] == ["reserved"]:
            continue
        array = copy.deepcopy(array)
        array.set("id", "type-id-reserved-%d" % number)
        array.set("size-in-bits", wanted.get("size-in-bits"))
        words = array.find("subrange")
        words.set("id", "type-id-words-%d" % number)
        words.set("length", wanted.find("subrange").get("length"))
        if "upper-bound" in words.attrib:
            words.set("upper-bound", str(int(words.get("length")) - 1))
        parent.append(array)
        whole = copy.deepcopy(spare)
        whole.set("layout-offset-in-bits", str(offset))
        whole.find("var-decl").set("type-id", array.get("id"))
        for _, _, node in taken:
            struct.remove(node)
        struct.append(whole)


def _drop_last_enumerators(old, new):
    olds = {node.get("name"): node for node in old.iter("enum-decl")}
    for enum in new.iter("enum-decl"):
        before = {node.get("name"): node.get("value") for node in
                  olds.get(enum.get("name"), enum).findall("enumerator")}
        last = max([int(value) for name, value in before.items()
                    if not COUNT.match(name)], default=0)
        for node in enum.findall("enumerator"):
            name, value = node.get("name"), int(node.get("value"))
            if name not in before and value > last:
                enum.remove(node)
            elif COUNT.match(name) and name in before and value > last:
                node.set("value", before[name])


def breaks(abidiff, old, new):
    """What abidiff says of the dump `new` that the rule does not allow; ""."""
    # hashes of types, which newer versions write, are of what was dumped
    old_root, new_root = (
        ElementTree.fromstring(re.sub(r" hash='\w*'", "", text))
        for text in (old, new))
    _give_words_back(old_root, new_root)
    _drop_last_enumerators(old_root, new_root)
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("old.abi", "new.abi")]
        for path, root in zip(paths, (old_root, new_root)):
            ElementTree.ElementTree(root).write(path)
        done = subprocess.run([abidiff, "--no-added-syms"] + paths, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
    return done.stdout or "status %d" % done.returncode if done.returncode \
        else ""
