// JSON schemas of requests and answers, for the API documents.

import * as z from 'zod/mini'

/** Returns the JSON schema of a value as it is sent (`input`) or received (`output`). */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
