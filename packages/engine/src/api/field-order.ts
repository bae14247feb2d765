// A canonical order of fields, so that text read back and another client give the same hash and the
// same intent in whatever order they sent them (reliability R1, O1).

/**
 * Returns the value with the fields of every object in it sorted by name, and lists as they are.
 * Objects are copied, so that nothing in a state changes.
 */
export function byField<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(byField) as Value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, byField(field)])) as Value
}

/** Returns JSON that does not depend on the order of fields; of bigints their decimal text. */
export const contentText = (value: unknown): string =>
  JSON.stringify(byField(value), (_key, field: unknown) =>
    typeof field === 'bigint' ? String(field) : field,
  )
