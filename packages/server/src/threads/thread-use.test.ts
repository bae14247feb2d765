// A thread that serves one use after another, and ends with a use that failed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { beginUse, type ThreadUse } from './thread-use.ts'

type Word = { readonly thread: number; readonly settings: unknown }

const entry = new URL('../../testing/counting-thread.ts', import.meta.url)

function begin(settings: unknown): { use: ThreadUse; words: Word[]; errors: unknown[] } {
  const words: Word[] = []
  const errors: unknown[] = []
  const use = beginUse<Word>({
    entry,
    name: 'counting',
    settings,
    onMessage: (word) => void words.push(word),
    onError: (error) => void errors.push(error),
  })
  return { use, words, errors }
}

async function finished(settings: unknown, last: string): Promise<Word[]> {
  const { use, words } = begin(settings)
  use.post(last)
  await use.ended
  return words
}

test('a thread serves the next use after a use has ended, with that use’s settings', async () => {
  const [first] = await finished('one', 'end')
  const [second] = await finished('two', 'end')
  expect(first?.settings).toBe('one')
  expect(second).toEqual({ thread: first?.thread, settings: 'two' })
})

test('two uses at a time have two threads', async () => {
  const one = begin('one')
  const other = begin('other')
  one.use.post('end')
  other.use.post('end')
  await Promise.all([one.use.ended, other.use.ended])
  expect(one.words[0]?.thread).not.toBe(other.words[0]?.thread)
})

test('all messages of a use arrive before its end', async () => {
  const words = await finished('many', 'many and end')
  expect(words).toHaveLength(1_001)
})

test('a use that ends its thread is followed by a new thread', async () => {
  const [first] = await finished('one', 'end thread')
  const [second] = await finished('two', 'end')
  expect(second?.thread).not.toBe(first?.thread)
})

test('a thread that throws reports it to its use alone, and serves no other', async () => {
  const before = begin('before')
  before.use.post('end')
  await before.use.ended
  const { use, words, errors } = begin('failing')
  use.post('throw')
  await use.ended
  expect(errors).toEqual([expect.objectContaining({ message: 'thrown in the thread' })])
  expect(before.errors).toEqual([])
  const [next] = await finished('next', 'end')
  expect(next?.thread).not.toBe(words[0]?.thread)
})

test('an idle thread keeps no process alive', async () => {
  const program = `
    import { beginUse } from '${new URL('./thread-use.ts', import.meta.url).href}'
    const entry = new URL('${entry.href}')
    const use = beginUse({ entry, name: 'counting', onMessage() {}, onError() {} })
    use.post('end')
    await use.ended`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
