// The error manual: `docs/errors.md`, made from the descriptions of the protocol and the terminal's
// English words.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { problemNames } from '@basis/domain/instrument/problems'
import {
  catalogue,
  catalogueEntry,
  failureTable,
  families,
  type Reaction,
} from '@basis/protocol/errors'
import { problemTable } from '@basis/protocol/errors/problems'
import { rootFolder } from './sources.ts'

export const manualPath = 'docs/errors.md'

const reactionWords: Readonly<Record<Reaction, string>> = {
  toast: 'shows a toast',
  throttledToast: 'shows a toast, at most once in ten seconds',
  silent: 'nothing',
  signOut: 'signs out and shows a toast',
  complianceWall: 'opens the compliance wall',
  insufficientBalance: 'shows a toast that names the balance',
  maxLeverage: 'shows a toast with the maximum leverage',
  triggerBasis: 'shows a toast that names the trigger price',
  plainText: "shows the server's message",
  codeAndMessage: "shows the code and the server's message",
  custom: 'leaves it to the dialog that asked',
  logOnly: 'logs it',
}

const opening = `# Errors

Every answer that is not a success carries a code, and in \`ret_msg\` (or \`retMsg\`) a message that names the field and what
was expected. Rejections by the exchange itself have the HTTP status 200. The table gives each code, its status, what the
terminal does, its English message, and what the answer says about the field. \`npm run manual\` writes this page from
\`protocol/errors.ts\`, \`protocol/errors/problems.ts\` (the answer) and \`web/i18n/messages/en\` (the message); a test compares
them. \`{{…}}\` and \`{…}\` stand for a value.

To find the rule of a code: \`domain\` and \`engine\` reject by its name, so \`git grep "'insufficientBalance'" packages/domain
packages/engine\` finds the check, and the comment above it names the section of [the rules](rules/README.md). The history
explains a rejected request in numbers (\`explainRow\`; the call behind *Explain* on the page).

| Code | Name | Status | The terminal | Message | The answer |
|---|---|---|---|---|---|
`

const familiesOpening = `
Ranges of codes that are handled alike:

| Codes | Name | The terminal |
|---|---|---|
`

/** Reads the terminal's English messages as a file: the terminal has no public module. */
export async function englishMessages(): Promise<unknown> {
  const path = join(rootFolder, 'packages/web/src/i18n/messages/en.ts')
  const module: unknown = await import(pathToFileURL(path).href)
  return stepInto(module, 'en')
}

type Row = {
  readonly code: number
  readonly name: string
  readonly status?: number | undefined
  readonly reaction: Reaction
  readonly words?: string
}

/** Every description, ascending by code; a code of two problems has a row for each. */
function rows(): readonly Row[] {
  const statusOf = new Map<number, number>(
    Object.values(failureTable).map(({ code, status }) => [code, status]),
  )
  const known = catalogue.map((entry) => ({ ...entry, status: statusOf.get(entry.code) }))
  const problems = problemNames.map((name) => {
    const { code, words } = problemTable[name]
    return { code, name, status: 200, reaction: catalogueEntry(code).reaction, words } as const
  })
  return [...known, ...problems].toSorted((a, b) => a.code - b.code)
}

/** Returns the whole manual as Markdown, with the words of one language. */
export function errorManual(messages: unknown): string {
  const words = stepInto(messages, 'errors')
  const lines = rows().map((row) => {
    const { code, name, status = '–', reaction, words: answer } = row
    const cells = [status, reactionWords[reaction], cell(stepInto(words, name)), cell(answer)]
    return `| ${code} | ${name} | ${cells.join(' | ')} |\n`
  })
  const familyRows = families.map(
    ({ from, to, name, reaction }) => `| ${from}–${to} | ${name} | ${reactionWords[reaction]} |\n`,
  )
  return opening + lines.join('') + familiesOpening + familyRows.join('')
}

const cell = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll('|', '\\|').replaceAll('\n', ' ') : '–'

function stepInto(from: unknown, key: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined
}

if (import.meta.main) {
  writeFileSync(join(rootFolder, manualPath), errorManual(await englishMessages()))
}
