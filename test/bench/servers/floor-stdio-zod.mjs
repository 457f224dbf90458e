// The floor of a server whose tools are described by zod: bare Node, and the import that every such server needs.
import "zod";
import "./floor-stdio.mjs";
