// Parsing of a JSON body: strict UTF-8, limits on depth and keys, no duplicate and no dangerous
// names (reliability S7, S26).

import { invalidField, refusal, type Refused } from './refusal.ts'

export const maxBodyBytes = 65_536
const maxDepth = 32
const maxKeys = 1000
const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the JSON object of a body; an empty body is an empty object. Throws Refused. */
export function readJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  const text = textOf(bytes)
  if (text.startsWith('\u{FEFF}')) throw invalid('must begin without a byte order mark')
  inspect(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('must be well-formed JSON')
    throw error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('must be a JSON object')
  }
  return value
}

const invalid = (rule: string): Refused => invalidField('body', rule)

export const bodyTooLarge = (): Refused =>
  refusal('bodyTooLarge', `body: must be at most ${maxBodyBytes} bytes`, { field: 'body' })

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw invalid('must be UTF-8')
    throw error
  }
}

const quote = 34
const backslash = 92

/**
 * Scans the text before it is parsed: counts depth and keys and checks the names of keys. Invalid
 * JSON passes here and fails in the parser.
 */
function inspect(text: string): void {
  // The key names of each open object; undefined for an array.
  const open: (Set<string> | undefined)[] = []
  let keys = 0
  let at = 0
  while (at < text.length) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      const end = endOfText(text, at)
      const names = open.at(-1)
      if (names !== undefined && isFollowedByColon(text, end)) {
        keys += 1
        if (keys > maxKeys) throw invalid(`must have at most ${maxKeys} fields`)
        inspectKey(text.slice(at, end), names)
      }
      at = end
      continue
    }
    if (sign === 123 || sign === 91) {
      open.push(sign === 123 ? new Set() : undefined)
      if (open.length > maxDepth) throw invalid(`must be at most ${maxDepth} levels deep`)
    } else if (sign === 125 || sign === 93) open.pop()
    at += 1
  }
}

/** Returns the index after the closing quote, or the end of the text. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) {
    at += text.charCodeAt(at) === backslash ? 2 : 1
  }
  return Math.min(at + 1, text.length)
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1
  return text[at] === ':'
}

function inspectKey(literal: string, names: Set<string>): void {
  let name = literal.slice(1, -1)
  if (literal.includes('\\')) {
    try {
      name = String(JSON.parse(literal))
    } catch (error) {
      if (error instanceof SyntaxError) throw invalid('must be well-formed JSON')
      throw error
    }
  }
  if (forbiddenKeys.includes(name)) throw invalidField(name, 'is not a name for a field')
  if (names.has(name)) throw invalidField(name.slice(0, 60), 'must be given once')
  names.add(name)
}
