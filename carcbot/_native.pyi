"""
The native core of carcbot: the rules of the games and the searches over them.
"""



def build_info() -> dict[str, str]:
    """
    How this core was built: compiler, flags, instruction set, sanitizers, version.
    """
