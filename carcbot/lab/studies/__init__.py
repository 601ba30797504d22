"""The studies, a file each. carcbot.lab.catalogue lists them."""
