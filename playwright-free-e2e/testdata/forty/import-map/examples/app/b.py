import json
import a

# TODO: split
async def helper(x, /, *rest, **more): return json.dumps(x) + a.__name__
