// Tells code from comments and strings in a TypeScript source, and finds what it imports.
// It is a scanner, not a parser: enough for these rules, and independent of any compiler's API.

/** Three views of one text, equal in length and line breaks, so that positions agree. */
export type Views = {
  /** Comments, strings and regular expressions blanked: what is left is code. */
  code: string
  /** Only comments blanked: strings, and so import specifiers, can be read. */
  withStrings: string
  /** Everything but comments blanked. */
  comments: string
}

type Kind = 'code' | 'string' | 'comment'

type Span = { kind: Kind; end: number }

const wordsBeforeRegex = /(?:^|[^\w$.])(?:return|typeof|case|in|of|void|delete|throw|new|else|do)$/

/** Returns the three views of a source text. */
export function viewsOf(text: string): Views {
  const kinds = kindsOf(text)
  return {
    code: keep(text, (index) => kinds[index] === 0),
    withStrings: keep(text, (index) => kinds[index] !== 2),
    comments: keep(text, (index) => kinds[index] === 2),
  }
}

/** Returns the width of each line, not counting what stands inside strings. */
export function widthsOf(text: string): number[] {
  const kinds = kindsOf(text)
  const widths = [0]
  for (let index = 0; index < text.length; index++) {
    if (text.charAt(index) === '\n') widths.push(0)
    else if (kinds[index] !== 1) widths.push((widths.pop() ?? 0) + 1)
  }
  return widths
}

function kindsOf(text: string): Uint8Array {
  const kinds = new Uint8Array(text.length)
  markSpans(text, kinds)
  return kinds
}

function keep(text: string, wanted: (index: number) => boolean): string {
  const runs: string[] = []
  let start = 0
  for (let index = 0; index < text.length; index = start) {
    const isWanted = wanted(index)
    while (start < text.length && wanted(start) === isWanted) start++
    const run = text.slice(index, start)
    runs.push(isWanted ? run : run.replace(/[^\n]/g, ' '))
  }
  return runs.join('')
}

function markSpans(text: string, kinds: Uint8Array): void {
  // Depths of braces at which a template literal resumes when its `${…}` closes.
  const resume: number[] = []
  let depth = 0
  let index = 0
  while (index < text.length) {
    const char = text.charAt(index)
    const resumes = char === '}' && resume.at(-1) === depth
    if (resumes) resume.pop()
    if (char === '`' || resumes) {
      const end = templateEnd(text, index + 1)
      kinds.fill(1, index + 1, end)
      if (text.startsWith('${', end)) {
        resume.push(depth)
        index = end + 2
      } else index = end + 1
      continue
    }
    if (char === '{') depth++
    if (char === '}') depth--
    const span = spanAt(text, index)
    if (span.kind !== 'code') kinds.fill(span.kind === 'comment' ? 2 : 1, index, span.end)
    index = span.end
  }
}

function spanAt(text: string, start: number): Span {
  const char = text.charAt(start)
  if (text.startsWith('//', start)) return { kind: 'comment', end: lineEnd(text, start) }
  if (text.startsWith('/*', start)) {
    const close = text.indexOf('*/', start + 2)
    return { kind: 'comment', end: close < 0 ? text.length : close + 2 }
  }
  if (char === "'" || char === '"') return { kind: 'string', end: stringEnd(text, start) }
  if (char === '/' && regexMayStart(text, start)) {
    const end = regexEnd(text, start)
    if (end > start) return { kind: 'string', end }
  }
  return { kind: 'code', end: start + 1 }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

// A quote that does not close on its line is an apostrophe in JSX text: it stays code.
function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start)
  for (let index = start + 1; index < text.length; index++) {
    const char = text.charAt(index)
    if (char === '\\') index++
    else if (char === quote) return index + 1
    else if (char === '\n') break
  }
  return start + 1
}

function templateEnd(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const char = text.charAt(index)
    if (char === '\\') index++
    else if (char === '`' || text.startsWith('${', index)) return index
  }
  return text.length
}

function regexMayStart(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start).trimEnd()
  if (before === '') return true
  return /[(,=:[!&|?{};+*%<>~^-]$/.test(before) || wordsBeforeRegex.test(before)
}

function regexEnd(text: string, start: number): number {
  let inClass = false
  for (let index = start + 1; index < text.length; index++) {
    const char = text.charAt(index)
    if (char === '\\') index++
    else if (char === '\n') return start
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) {
      let end = index + 1
      while (/[a-z]/.test(text.charAt(end))) end++
      return end
    }
  }
  return start
}

/** One import, of values or of types, static or dynamic, or a worker's URL. */
export type Import = { specifier: string; line: number }

const importForms = [
  /\b(?:import|export)\b[^;'"`]*?\bfrom\s*(['"])([^'"\n]+)\1/g,
  /\bimport\s*(['"])([^'"\n]+)\1/g,
  /\bimport\s*\(\s*(['"`])([^'"`\n]+)\1/g,
  /\bnew\s+URL\s*\(\s*(['"])(\.[^'"\n]+\.[jt]sx?)\1\s*,\s*import\.meta\.url/g,
]

/** Returns every import of a source, type imports too, in the order of their forms. */
export function importsOf({ withStrings }: Views): Import[] {
  return importForms.flatMap((form) =>
    [...withStrings.matchAll(form)].map((match) => ({
      specifier: match[2] ?? '',
      line: lineOf(withStrings, match.index),
    })),
  )
}

/** One name that an import brings in: what it is called there and what it is called here. */
export type ImportedName = { specifier: string; name: string; local: string }

const namedImport = /\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*(['"])([^'"\n]+)\2/g

/** Returns every name that a source imports between braces, types too. */
export function importedNamesOf({ withStrings }: Views): ImportedName[] {
  return [...withStrings.matchAll(namedImport)].flatMap(([, names = '', , specifier = '']) =>
    names
      .split(',')
      .map((text) => text.trim().replace(/^type\s+/, ''))
      .filter((text) => text !== '')
      .map((text) => {
        const [name = '', local = name] = text.split(/\s+as\s+/)
        return { specifier, name, local }
      }),
  )
}

/** Returns the line, counted from one, on which a position stands. */
export function lineOf(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1))
    line++
  return line
}
