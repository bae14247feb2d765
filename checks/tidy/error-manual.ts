// The error manual: `docs/errors.md`, made from the catalogue and the terminal's English words.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { catalogue, type CatalogueEntry, families, type Reaction } from '@basis/protocol/errors'
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
  splitOrderFailed: 'says which part was placed and which was rejected',
  custom: 'leaves it to the dialog that asked',
  logOnly: 'logs it',
}

const opening = `# Errors

Every answer that is not a success carries a code, and in \`ret_msg\` (or \`retMsg\`) a message that names the field and what
was expected. The codes, what the terminal does about each, and its words in English follow. \`npm run manual\` makes this
page from \`protocol/errors.ts\`; a test keeps them equal. \`{{…}}\` stands for a figure.

| Code | Name | The terminal | Message |
|---|---|---|---|
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

/** Returns the whole manual as Markdown, with the words of one language. */
export function errorManual(messages: unknown): string {
  const rows = catalogue.map(
    (entry) =>
      `| ${entry.code} | ${entry.name} | ${reactionWords[entry.reaction]} | ${wordsOf(entry, messages)} |\n`,
  )
  const familyRows = families.map(
    ({ from, to, name, reaction }) => `| ${from}–${to} | ${name} | ${reactionWords[reaction]} |\n`,
  )
  return opening + rows.join('') + familiesOpening + familyRows.join('')
}

// A key such as `errors.priceTooLow` is a path through the English messages.
function wordsOf({ messageKey }: CatalogueEntry, messages: unknown): string {
  const found = messageKey.split('.').reduce(stepInto, messages)
  return typeof found === 'string' ? found.replaceAll('|', '\\|').replaceAll('\n', ' ') : '–'
}

function stepInto(from: unknown, key: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined
}

if (import.meta.main) {
  writeFileSync(join(rootFolder, manualPath), errorManual(await englishMessages()))
}
