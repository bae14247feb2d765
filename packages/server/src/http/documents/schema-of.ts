// JSON schemas of what crosses the wire, for the documents.

import * as z from 'zod/mini'

/** Returns the schema as whoever sends (`input`) or reads (`output`) the value sees it. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
