# SPDX-License-Identifier: LGPL-2.1-or-later
"""gst_clfft_env.py: the environment in which GStreamer finds the elements of the
wheel, and the OpenCL loader a runtime that pip brought. Each start of Python calls
prepare(); the command gst-clfft-env is main()."""
import glob
import os
import sys

LIBRARIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clfft", "lib")
NAMES = ("GST_PLUGIN_PATH_1_0", "GI_TYPELIB_PATH", "OCL_ICD_VENDORS",
         "OCL_ICD_FILENAMES")
TYPELIBS = {"gi.repository.GstFourier": "libgstfourier-1.0.so.0",
            "gi.repository.GstOpenCL": "libgstopencl-1.0.so.0"}
PLUGIN = os.path.join(LIBRARIES, "libgstclfft.so")
USAGE = """usage: gst-clfft-env [PROGRAM [ARGUMENT]...]

Runs the program where GStreamer finds the elements of gst-clfft, or prints that
environment for a shell: eval "$(gst-clfft-env)"."""


def append(environment, name, value, first=""):
    """Puts a path behind those that are set, or behind `first`."""
    paths = environment.get(name, first)
    if value not in paths.split(os.pathsep):
        environment[name] = paths + os.pathsep + value if paths else value


def find_runtime():
    """Intel's OpenCL of pip, whose own file names a folder that is nowhere."""
    for prefix in {sys.prefix, os.path.abspath(os.path.join(
            LIBRARIES, *[os.pardir] * 5))}:
        path = os.path.join(prefix, "lib", "libintelocl.so")
        if os.path.exists(path):
            return path
    return None


def prepare(environment):
    """Sets what a program needs, and keeps what is set."""
    # GStreamer does not read the second where the first is set
    append(environment, NAMES[0], LIBRARIES, environment.get("GST_PLUGIN_PATH", ""))
    if os.path.isdir(os.path.join(LIBRARIES, "girepository-1.0")):
        append(environment, NAMES[1], os.path.join(LIBRARIES, "girepository-1.0"))
    runtime = find_runtime()
    if runtime and "OCL_ICD_VENDORS" not in environment:
        # ocl-icd reads the first, Khronos's loader the second
        if not glob.glob("/etc/OpenCL/vendors/*.icd"):
            environment["OCL_ICD_VENDORS"] = runtime
        append(environment, "OCL_ICD_FILENAMES", runtime)


def hide_broken(environment):
    """Where the plugin cannot be loaded, as where the system has no Pango, GStreamer
    must not find it: it would take it for broken later as well. The reason, or None."""
    import ctypes
    try:
        ctypes.CDLL(PLUGIN)
    except OSError as error:
        paths = environment.get(NAMES[0], "").split(os.pathsep)
        environment[NAMES[0]] = os.pathsep.join(
            path for path in paths if path != LIBRARIES)
        return "no elements of gst-clfft: %s" % error
    return None


class Imports:
    """Looks at what gi is about to open."""

    @staticmethod
    def find_spec(name, _path=None, _target=None):
        if name == "gi.repository.Gst":
            problem = hide_broken(os.environ)
            if problem:
                import warnings
                warnings.warn(problem, RuntimeWarning)
        elif name in TYPELIBS:
            # gi would look for it by its bare name
            import ctypes
            try:
                ctypes.CDLL(os.path.join(LIBRARIES, TYPELIBS[name]))
            except OSError:
                pass  # gi tells what is missing


def start():
    """What each start of Python does."""
    if os.path.isdir(LIBRARIES):
        prepare(os.environ)
        sys.meta_path.insert(0, Imports)


def main():
    arguments = sys.argv[1:]
    if arguments and arguments[0] in ("-h", "--help"):
        print(USAGE)
        return 0
    prepare(os.environ)
    problem = hide_broken(os.environ)
    if problem:
        print("gst-clfft-env: %s" % problem, file=sys.stderr)
    if not arguments:
        for name in NAMES:
            if name in os.environ:
                print("export %s='%s'" % (name, os.environ[name].replace(
                    "'", "'\\''")))
        return 0
    try:
        os.execvp(arguments[0], arguments)
    except OSError as error:
        print("gst-clfft-env: %s: %s" % (arguments[0], error.strerror),
              file=sys.stderr)
        return 127


if __name__ == "__main__":
    sys.exit(main())
