// The exchange's side of the embedded journal: sends requests to the writer thread and returns its
// answers as promises.

import { asError } from '../../failures/thrown.ts'
import { beginUse, type ThreadUse } from '../../threads/thread-use.ts'
import { JournalDamaged, JournalUnknown, type Journal, type JournalPart } from '../journal.ts'
import { DataUnusable } from './data-errors.ts'
import type {
  JournalAnswer,
  JournalFailure,
  JournalRequest,
  JournalValue,
  JournalWorkerSettings,
  Pruned,
} from './journal-worker.ts'

type Waiting = {
  readonly id: number
  readonly resolve: (value: JournalValue) => void
  readonly reject: (error: Error) => void
}

export type JournalOptions = {
  readonly file: string
  readonly build: string
  readonly onNotice?: (message: string) => void
}

/** Opens or creates the journal's file; rejects with JournalDamaged or JournalUnknown. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { onNotice, ...settings } = options
  const link = new WorkerLink(settings)
  const opened = await link.opened
  if (opened.torn !== undefined) onNotice?.(opened.torn)
  const refusals = new Map(opened.refusals)
  const facts = new Map(opened.facts)
  let { lastSeq, prunedSeq } = opened
  return {
    get lastSeq() {
      return lastSeq
    },
    get prunedSeq() {
      return prunedSeq
    },
    refusals,
    append: async (part) => {
      await link.ask((id) => ({ kind: 'append', id, part }))
      lastSeq = part.firstSeq + part.count - 1
    },
    read: (fromSeq) => readFrom(link, fromSeq),
    prune: async (throughSeq) => {
      const asked = link.ask((id) => ({ kind: 'prune', id, throughSeq }))
      const pruned = (await asked) as Pruned
      prunedSeq = pruned.prunedSeq
      return pruned.isMore
    },
    refuse: async (seq, reason) => {
      await link.ask((id) => ({ kind: 'refuse', id, seq, reason }))
      refusals.set(seq, reason)
    },
    fact: (name) => facts.get(name),
    facts,
    setFact: async (name, value) => {
      await link.ask((id) => ({ kind: 'fact', id, name, value }))
      facts.set(name, value)
    },
    beginAt: async (beginning) => {
      await link.ask((id) => ({ kind: 'begin', id, beginning }))
      lastSeq = beginning.seq
      prunedSeq = beginning.seq
      for (const [name, value] of Object.entries(beginning.facts)) facts.set(name, value)
    },
    close: async () => {
      await link.ask((id) => ({ kind: 'close', id }))
      await link.ended
    },
  }
}

async function* readFrom(link: WorkerLink, fromSeq: number): AsyncGenerator<JournalPart> {
  const ask = (seq: number) => link.ask((id) => ({ kind: 'read', id, fromSeq: seq }))
  // The thread reads and unpacks the next portion while this one is processed.
  let coming = ask(fromSeq)
  for (;;) {
    const part = (await coming) as JournalPart | undefined
    if (part === undefined) return
    coming = ask(part.firstSeq + part.count)
    // A reader that stops early abandons this promise; its rejection would otherwise be unhandled.
    coming.catch(() => undefined)
    yield part
  }
}

/** Keeps the pending requests; the thread answers in order. */
class WorkerLink {
  readonly opened: Promise<Extract<JournalAnswer, { kind: 'opened' }>>
  readonly ended: Promise<void>
  readonly #use: ThreadUse
  #waiting: Waiting[] = []
  #nextId = 1
  #failure: Error | undefined

  constructor(settings: JournalWorkerSettings) {
    const opening = Promise.withResolvers<Extract<JournalAnswer, { kind: 'opened' }>>()
    this.opened = opening.promise
    const fail = (error: Error): void => {
      opening.reject(error)
      this.#failAll(error)
    }
    const entry = new URL('./journal-worker.ts', import.meta.url)
    const onMessage = (answer: JournalAnswer): void => {
      if (answer.kind === 'opened') opening.resolve(answer)
      else if (answer.kind === 'done') this.#settle(answer.id, answer.value)
      else fail(errorOf(answer.failure))
    }
    const onError = (error: unknown): void => fail(asError(error))
    this.#use = beginUse({ entry, name: 'journal', settings, onMessage, onError })
    this.ended = this.#use.ended.then(() => fail(new Error('The journal is closed')))
  }

  ask(request: (id: number) => JournalRequest): Promise<JournalValue> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject })
      this.#use.post(request(id))
    })
  }

  #settle(throughId: number, value: JournalValue): void {
    let done = 0
    for (const { id, resolve } of this.#waiting) {
      if (id > throughId) break
      resolve(value)
      done += 1
    }
    this.#waiting.splice(0, done)
  }

  #failAll(error: Error): void {
    this.#failure ??= error
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting) reject(this.#failure)
  }
}

function errorOf({ name, message, kind = 'failing' }: JournalFailure): Error {
  if (name === 'DataUnusable') return new DataUnusable(kind, message)
  const kinds = { JournalDamaged, JournalUnknown, Error }
  return new kinds[name](message)
}
