// The readers of the push bench, as a separate process: a thousand sockets that count complete
// messages.

// They do not parse messages, so that they are not the bottleneck. The first one records what it
// receives on request.

import { connect, type Socket } from 'node:net'
import type { Recorded, Recording } from './push-peer.ts'

export type ReaderPlan = {
  readonly port: number
  readonly path: string
  readonly sockets: number
  /** Sent by every socket once it is open; undefined for a server that sends unasked. */
  readonly greeting?: string
  /** The number of sockets per client address, given in a proxy's header. */
  readonly socketsPerAddress: number
}

/** The bench sends `count`, or `record` for the recording since the last `count`. */
export type ReaderQuestion = 'count' | 'record'
export type ReaderAnswer =
  | { readonly kind: 'open' }
  | { readonly kind: 'count'; readonly messages: number; readonly bytes: number }
  | { readonly kind: 'record'; readonly recording: Recording }

const textOpcode = 1
const tally = { messages: 0, bytes: 0 }
const recorder: { messages: Recorded[]; startMs: number; isOn: boolean } = {
  messages: [],
  startMs: 0,
  isOn: false,
}

/** Parses the frames of one socket; a chunk may end anywhere in a frame. */
class FrameWalker {
  readonly #keepsTexts: boolean
  #pending = Buffer.alloc(0)
  /** Remaining bytes of the current frame to skip. */
  #left = 0

  constructor(keepsTexts: boolean) {
    this.#keepsTexts = keepsTexts
  }

  take(chunk: Buffer): void {
    tally.bytes += chunk.length
    if (this.#keepsTexts) return this.#takeWhole(chunk)
    let at = this.#left
    if (at > chunk.length) {
      this.#left -= chunk.length
      return
    }
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    this.#pending = Buffer.alloc(0)
    for (let head = headOf(bytes, at); ; head = headOf(bytes, at)) {
      if (head === undefined) {
        this.#left = 0
        this.#pending = Buffer.from(bytes.subarray(at))
        return
      }
      if (head.opcode === textOpcode) tally.messages += 1
      at = head.end
      if (at > bytes.length) {
        this.#left = at - bytes.length
        return
      }
    }
  }

  #takeWhole(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#pending, chunk])
    let at = 0
    for (let head = headOf(bytes, at); head !== undefined; head = headOf(bytes, at)) {
      if (head.end > bytes.length) break
      if (head.opcode === textOpcode) {
        tally.messages += 1
        const text = bytes.toString('utf8', head.start, head.end)
        const atMs = performance.now() - recorder.startMs
        if (recorder.isOn) recorder.messages.push({ atMs, text })
      }
      at = head.end
    }
    this.#pending = Buffer.from(bytes.subarray(at))
  }
}

type FrameHead = { readonly opcode: number; readonly start: number; readonly end: number }

/** Reads the header of an unmasked frame; undefined when it is incomplete. */
function headOf(bytes: Buffer, at: number): FrameHead | undefined {
  if (at + 2 > bytes.length) return undefined
  const opcode = (bytes[at] ?? 0) & 15
  const short = (bytes[at + 1] ?? 0) & 127
  const start = at + (short === 127 ? 10 : short === 126 ? 4 : 2)
  if (start > bytes.length) return undefined
  if (short < 126) return { opcode, start, end: start + short }
  const length = short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
  return { opcode, start, end: start + length }
}

/** Returns a text frame masked with zeros, which is allowed and cheap. */
function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(8)
  head[0] = 0x80 | textOpcode
  head[1] = 0x80 | 126
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

function open(plan: ReaderPlan, number: number): Promise<Socket> {
  const group = Math.floor(number / plan.socketsPerAddress)
  const lines = [
    `GET ${plan.path} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${Buffer.alloc(16, number & 255).toString('base64')}`,
    `x-forwarded-for: 10.0.${group >> 8}.${group & 255}`,
  ]
  const walker = new FrameWalker(number === 0)
  return new Promise((resolve, reject) => {
    const socket = connect(plan.port, '127.0.0.1')
    socket.setNoDelay(true)
    let head = Buffer.alloc(0)
    let isOpen = false
    socket.on('connect', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('data', (chunk: Buffer) => {
      if (isOpen) return walker.take(chunk)
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!head.toString('latin1').startsWith('HTTP/1.1 101')) {
        return reject(new Error(`Socket ${number} is refused: ${head.toString('latin1', 0, 40)}`))
      }
      isOpen = true
      if (plan.greeting !== undefined) socket.write(clientFrame(plan.greeting))
      resolve(socket)
      walker.take(head.subarray(end + 4))
    })
    // A disconnected reader would silently lower the figure.
    socket.on('close', () => {
      throw new Error(`Socket ${number} was closed`)
    })
    socket.on('error', reject)
  })
}

async function run(plan: ReaderPlan): Promise<void> {
  // Connects in small groups, because the listen queue is short.
  for (let number = 0; number < plan.sockets; number += 50) {
    const numbers = Array.from(
      { length: Math.min(50, plan.sockets - number) },
      (_, i) => number + i,
    )
    await Promise.all(numbers.map((one) => open(plan, one)))
  }
  answer({ kind: 'open' })
  process.on('message', (question: ReaderQuestion) => {
    if (question === 'record') {
      const { messages, startMs } = recorder
      recorder.isOn = false
      const recording = { messages, lengthMs: performance.now() - startMs }
      return answer({ kind: 'record', recording })
    }
    recorder.messages = []
    recorder.startMs = performance.now()
    recorder.isOn = true
    answer({ kind: 'count', ...tally })
  })
}

const answer = (said: ReaderAnswer): void => void process.send?.(said)

if (import.meta.main) {
  process.once('disconnect', () => process.exit())
  process.once('message', (plan: ReaderPlan) => void run(plan))
}
