"""The methods of Stepweave, as arrays in and arrays out: no Blender here."""
