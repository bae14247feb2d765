// A canonical order of fields, so that the hash and the intent of a value do not depend on the
// order in which its fields were sent or read (reliability R1, O1).

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
export function contentText(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) {
    return `[${value.map((each) => (isOmitted(each) ? 'null' : contentText(each))).join(',')}]`
  }
  const names = Object.keys(value).sort()
  // JavaScript lists integer keys first, in numeric order.
  if (names.some((name) => name >= '0' && name < ':')) return writtenByField(value)
  const fields = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const name of names) {
    const field = fields[name]
    if (isOmitted(field)) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${contentText(field)}`
  }
  return `{${text}}`
}

/** Values that JSON leaves out. */
const isOmitted = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol'

const writtenByField = (value: object): string =>
  JSON.stringify(byField(value), (_key, field: unknown) =>
    typeof field === 'bigint' ? String(field) : field,
  )
