// Worker threads that serve one use after another: a thread's modules, three hundred files for the
// history, are loaded once and not at every opening of a journal or a history.

import { MessageChannel, parentPort, Worker, type MessagePort } from 'node:worker_threads'

/** The requester's side of one use. */
export type ThreadUse = {
  readonly post: (message: unknown) => void
  /** Resolves when the use is over and all its messages have been received. */
  readonly ended: Promise<void>
}

/** What the thread is given for one use. */
export type GivenUse<Settings> = {
  readonly settings: Settings
  readonly port: MessagePort
  /** Ends the use; the thread then waits for the next one. */
  readonly end: () => void
  /** Ends the use and the thread: what a failed use left open is closed with it. */
  readonly endThread: () => void
}

type Start = { readonly port: MessagePort; readonly settings: unknown }

const isFree = 'free'

/** Threads that wait for their next use, by entry file; they keep no process alive. */
const idle = new Map<string, Worker[]>()

/** Which thread to use, and what for. */
export type UseRequest<Message> = {
  /** The thread's entry file, which calls `serveUses`. */
  readonly entry: URL
  readonly name: string
  readonly settings: unknown
  readonly onMessage: (message: Message) => void
  /** Called when the thread throws; the use then ends. */
  readonly onError: (error: unknown) => void
}

/** Begins a use in an idle thread of the entry file, or in a new one. */
export function beginUse<Message>(request: UseRequest<Message>): ThreadUse {
  const { entry, settings, onMessage, onError } = request
  const waiting = idleOf(entry)
  const worker = waiting.pop() ?? newThread(request)
  const { port1: port, port2: given } = new MessageChannel()
  const closing = Promise.withResolvers<void>()
  const freeing = Promise.withResolvers<boolean>()
  const onFree = (message: unknown): void => {
    // Any other message is Node's own, about watched files.
    if (message === isFree) freeing.resolve(true)
  }
  const onExit = (): void => freeing.resolve(false)
  worker.ref()
  worker.on('message', onFree).on('error', onError).on('exit', onExit)
  // A port is closed after its last message; the two channels have no common order.
  port.on('message', onMessage).on('close', () => closing.resolve())
  const ended = Promise.all([freeing.promise, closing.promise]).then(([isReusable]) => {
    worker.off('message', onFree).off('error', onError).off('exit', onExit)
    if (!isReusable) return
    worker.unref()
    waiting.push(worker)
  })
  worker.postMessage({ port: given, settings } satisfies Start, [given])
  return { post: (message) => port.postMessage(message), ended }
}

/** The idle threads of an entry file. */
function idleOf({ href }: URL): Worker[] {
  const known = idle.get(href)
  if (known !== undefined) return known
  const none: Worker[] = []
  idle.set(href, none)
  return none
}

function newThread({ entry, name }: UseRequest<never>): Worker {
  const worker = new Worker(entry, { name })
  // One that ends while it is idle serves no further use.
  worker.once('exit', () => {
    const waiting = idleOf(entry)
    const at = waiting.indexOf(worker)
    if (at !== -1) waiting.splice(at, 1)
  })
  return worker
}

/** The thread's side: calls `serve` for each use. Does nothing outside of a worker thread. */
export function serveUses<Settings>(serve: (use: GivenUse<Settings>) => void): void {
  const thread = parentPort
  thread?.on('message', ({ port, settings }: Start) => {
    let isLast = false
    port.on('close', () => {
      if (isLast) thread.close()
      else thread.postMessage(isFree)
    })
    serve({
      settings: settings as Settings,
      port,
      end: () => port.close(),
      endThread: () => {
        isLast = true
        port.close()
      },
    })
  })
}
