"""What the interpreter was built with, of which its library wants to know no more than where time zones lie: nowhere."""

build_time_vars = {"TZPATH": "", "prefix": "/usr", "exec_prefix": "/usr", "SOABI": "cpython-313-wasm32-emscripten"}
