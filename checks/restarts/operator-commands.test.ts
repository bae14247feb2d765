// Commands of an operator as processes: their messages when they cannot do what was asked.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startExchange } from '../exchange-process.ts'

const root = resolve(import.meta.dirname, '../..')
let ground = ''
let data = ''

beforeAll(async () => {
  ground = mkdtempSync(join(tmpdir(), 'basis-commands-'))
  data = join(ground, 'data')
  const venue = await startExchange({ dataFolder: data, settings: { BASIS_ROBOTS: 'off' } })
  await venue.end('SIGKILL')
})
afterAll(() => rmSync(ground, { recursive: true, force: true }))

/** Runs a command on the data and returns its exit code and both outputs. */
function run(name: string, words: readonly string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, BASIS_DATA: data, ...settings }
  const program = `packages/server/src/${name}.ts`
  const options = { cwd: root, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], options)
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

test('a backup does not contain the secret of API keys, and says so', () => {
  const target = join(ground, 'copy')
  const { status, stdout } = run('backup', [target])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^backup: state [0-9a-f]{32} at command \d+, /)
  expect(stdout).toContain('api-keys.secret is not in it')
  expect(existsSync(join(data, 'api-keys.secret'))).toBe(true)
  expect(existsSync(join(target, 'api-keys.secret'))).toBe(false)
})

test.each([
  ['backup', ['copy-2'], { BASIS_PROT: '1' }, 'No backup: BASIS_PROT must be left out'],
  ['inspect', ['no-such-folder'], {}, 'The journal cannot be printed: there is no no-such-folder'],
  ['inspect', ['package.json'], {}, 'The journal cannot be printed: '],
  [
    'inspect',
    ['data', '--from', 'abc'],
    {},
    '--from must be the number of a command, but is "abc"',
  ],
  ['restore-stream', [], { BASIS_NATS: '' }, 'BASIS_NATS must be servers'],
] as const)(
  'the command %s %j fails with one sentence that gives the reason',
  (name, words, settings, part) => {
    const { status, stdout, stderr } = run(name, words, settings)
    expect(stderr.split('\n')).toHaveLength(1)
    expect(stderr).toContain(part)
    expect([status === 0, stdout]).toEqual([false, ''])
  },
)
