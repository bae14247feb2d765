// Golden pictures of every page and dialog: `npm run goldens` compares them, `npm run goldens --
// --write` replaces them. PROOFS=long takes four languages, both themes and three windows.

// The journeys of pages and dialogs take the screenshots, without streaming parts; each is stored
// as a line of cells in page-goldens.txt. Each language in each theme is a run of its own, which
// `--resume` does not repeat if it was complete. Chinese and Thai need fonts-noto-cjk and
// fonts-thai-tlwg: a machine without them paints boxes.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allLanguages, allThemes } from '../e2e/appearance.ts'
import { cellsOf, difference } from './page-cells.ts'
import { readPng } from './picture.ts'

const rootFolder = join(import.meta.dirname, '../..')
const pictureFolder = join(rootFolder, 'test-results/screenshots')
/** The screenshots of complete runs. */
const keptFolder = join(rootFolder, 'node_modules/.cache/goldens')
const goldenFile = join(import.meta.dirname, 'page-goldens.txt')
const kinds = ['pages', 'dialogs'] as const
const journeys = ['checks/e2e/page-appearance.e2e.ts', 'checks/e2e/dialogs.e2e.ts']

type Look = { readonly cells: ReadonlyMap<string, string>; readonly isWhole: boolean }

/** Takes the screenshots of a language in a theme, or returns those of an earlier run. */
function lookAt(look: string, isResumed: boolean): Look {
  const kept = join(keptFolder, look.replace(' ', '-'))
  if (isResumed && existsSync(kept)) return { cells: takenCells(kept), isWhole: true }
  rmSync(kept, { recursive: true, force: true })
  for (const kind of kinds) rmSync(join(pictureFolder, kind), { recursive: true, force: true })
  const env = { ...process.env, GOLDENS: 'on', LOOK: look }
  const { status } = spawnSync('playwright', ['test', ...journeys], {
    cwd: rootFolder,
    env,
    stdio: 'inherit',
  })
  const cells = takenCells(pictureFolder)
  // A later run of journeys empties their folder.
  if (status === 0) cpSync(pictureFolder, kept, { recursive: true })
  return { cells, isWhole: status === 0 }
}

/** The cells of every screenshot in a folder, by its name. */
function takenCells(pictures: string): Map<string, string> {
  const taken = new Map<string, string>()
  for (const kind of kinds) {
    const folder = join(pictures, kind)
    if (!existsSync(folder)) continue
    for (const file of readdirSync(folder).toSorted()) {
      const name = `${kind}/${file.replace(/\.png$/, '')}`
      taken.set(name, cellsOf(readPng(readFileSync(join(folder, file)))))
    }
  }
  return taken
}

function goldenCells(): Map<string, string> {
  const lines = existsSync(goldenFile) ? readFileSync(goldenFile, 'utf8').trim().split('\n') : []
  return new Map(
    lines.map((line) => {
      const [name = '', cells = ''] = line.split(' ')
      return [name, cells]
    }),
  )
}

/** Replaces the golden lines of the taken screenshots; the other lines stay. */
function write(taken: Look['cells']): void {
  const all = new Map([...goldenCells(), ...taken])
  const lines = [...all].map(([name, cells]) => `${name} ${cells}\n`).toSorted()
  writeFileSync(goldenFile, lines.join(''))
}

function differences(taken: Look['cells']): readonly string[] {
  const golden = goldenCells()
  return [...taken].flatMap(([name, cells]) => {
    const kept = golden.get(name)
    if (kept === undefined) return [`${name} has no golden picture: npm run goldens -- --write`]
    return difference(name, cells, kept) ?? []
  })
}

function main(words: readonly string[]): number {
  const [isWriting, isResumed] = [words.includes('--write'), words.includes('--resume')]
  const counts = { taken: 0, found: 0 }
  const broken: string[] = []
  for (const look of allLanguages.flatMap((code) => allThemes.map((theme) => `${code} ${theme}`))) {
    const { cells, isWhole } = lookAt(look, isResumed)
    if (!isWhole) broken.push(look)
    const found = isWriting ? [] : differences(cells)
    if (isWriting) write(cells)
    for (const line of found) console.log(line)
    counts.taken += cells.size
    counts.found += found.length
    console.log(`${look}: ${cells.size} pictures${isWhole ? '' : ', a journey failed'}`)
  }
  const outcome = isWriting ? 'were written' : `were compared, ${counts.found} differ`
  console.log(`${counts.taken} golden pictures ${outcome}`)
  return broken.length === 0 && counts.found === 0 && counts.taken > 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main(process.argv)
