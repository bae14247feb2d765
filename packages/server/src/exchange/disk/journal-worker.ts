// The thread that writes the journal: it takes parts, syncs them in one transaction and confirms
// that they are durable.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { messageOf } from '../../failures/thrown.ts'
import { serveUses, type GivenUse } from '../../threads/thread-use.ts'
import {
  JournalDamaged,
  JournalUnknown,
  type JournalBeginning,
  type JournalPart,
} from '../journal.ts'
import { DataUnusable, dataErrorOf, type DataErrorKind } from './data-errors.ts'
import { JournalStore } from './journal-store.ts'

/** Requests to the thread; it answers each in order, by the request's number. */
export type JournalRequest =
  | { readonly kind: 'append'; readonly id: number; readonly part: JournalPart }
  | { readonly kind: 'read'; readonly id: number; readonly fromSeq: number }
  | { readonly kind: 'refuse'; readonly id: number; readonly seq: number; readonly reason: string }
  | { readonly kind: 'prune'; readonly id: number; readonly throughSeq: number }
  | { readonly kind: 'fact'; readonly id: number; readonly name: string; readonly value: string }
  | { readonly kind: 'begin'; readonly id: number; readonly beginning: JournalBeginning }
  | { readonly kind: 'close'; readonly id: number }

export type JournalFailure = {
  readonly name: 'JournalDamaged' | 'JournalUnknown' | 'DataUnusable' | 'Error'
  /** For DataUnusable only. */
  readonly kind?: DataErrorKind
  readonly message: string
}

export type JournalAnswer =
  | {
      readonly kind: 'opened'
      readonly lastSeq: number
      readonly prunedSeq: number
      readonly refusals: readonly (readonly [number, string])[]
      readonly facts: readonly (readonly [string, string])[]
      readonly torn: string | undefined
    }
  /** All requests up to this number are done; `value` answers the last one. */
  | { readonly kind: 'done'; readonly id: number; readonly value?: JournalValue }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: JournalFailure }

/** The result of a read or of pruning. */
export type JournalValue = JournalPart | Pruned | undefined
export type Pruned = { readonly prunedSeq: number; readonly isMore: boolean }

export type JournalWorkerSettings = { readonly file: string; readonly build: string }

function serve(use: GivenUse<JournalWorkerSettings>): void {
  const { port, settings } = use
  const store = open(use)
  if (store === undefined) return
  port.postMessage({
    kind: 'opened',
    lastSeq: store.lastSeq,
    prunedSeq: store.prunedSeq,
    refusals: store.refusals(),
    facts: store.facts(),
    torn: store.torn,
  } satisfies JournalAnswer)
  let hasFailed = false
  port.on('message', (first: JournalRequest) => {
    // All that arrived during the last sync goes into one transaction: a group commit.
    const appends: Extract<JournalRequest, { kind: 'append' }>[] = []
    const commit = (): void => {
      const last = appends.at(-1)
      if (last === undefined) return
      const parts = appends.map(({ part }) => part)
      appends.length = 0
      answer(last.id, () => store.append(parts))
    }
    for (let next: JournalRequest | undefined = first; next !== undefined; next = received(port)) {
      if (next.kind === 'append') {
        appends.push(next)
        continue
      }
      commit()
      const request = next
      answer(request.id, () => perform(store, request))
      if (request.kind !== 'close') continue
      if (hasFailed) use.endThread()
      else use.end()
    }
    commit()
  })

  function answer(id: number, act: () => JournalValue | void): void {
    // After a failure the file's state is unknown: nothing more is done or acknowledged.
    if (hasFailed) return
    try {
      const value = act() ?? undefined
      port.postMessage({ kind: 'done', id, value } satisfies JournalAnswer)
    } catch (error) {
      hasFailed = true
      port.postMessage({
        kind: 'failed',
        id,
        failure: failureOf(error, settings.file),
      } satisfies JournalAnswer)
    }
  }
}

function open({
  port,
  settings,
  endThread,
}: GivenUse<JournalWorkerSettings>): JournalStore | undefined {
  try {
    return new JournalStore(settings.file, { build: settings.build })
  } catch (error) {
    port.postMessage({
      kind: 'failed',
      id: 0,
      failure: failureOf(error, settings.file),
    } satisfies JournalAnswer)
    endThread()
    return undefined
  }
}

function perform(
  store: JournalStore,
  request: Exclude<JournalRequest, { kind: 'append' }>,
): JournalValue | void {
  switch (request.kind) {
    case 'read':
      return store.read(request.fromSeq)
    case 'prune': {
      const isMore = store.prune(request.throughSeq)
      return { prunedSeq: store.prunedSeq, isMore }
    }
    case 'refuse':
      return store.refuse(request.seq, request.reason)
    case 'fact':
      return store.setFact(request.name, request.value)
    case 'begin':
      return store.beginAt(request.beginning)
    case 'close':
      return store.close()
  }
}

function received(port: MessagePort): JournalRequest | undefined {
  return (receiveMessageOnPort(port) as { message: JournalRequest } | undefined)?.message
}

function failureOf(cause: unknown, file: string): JournalFailure {
  const error = dataErrorOf(cause, file)
  const message = messageOf(error)
  if (error instanceof DataUnusable) return { name: 'DataUnusable', message, kind: error.kind }
  if (error instanceof JournalDamaged) return { name: 'JournalDamaged', message }
  return { name: error instanceof JournalUnknown ? 'JournalUnknown' : 'Error', message }
}

serveUses(serve)
