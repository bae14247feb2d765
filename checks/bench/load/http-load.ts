// A load of HTTP requests from a thread of its own: a number of connections, one request in flight
// on each. Its minimal HTTP client keeps the server busy without being the bottleneck.

import { createHmac } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { loadInThread, reportRate, type LoadResult } from './load-thread.ts'

/**
 * The requests of one connection: `\u0000` is replaced by the running number, always eight digits.
 */
export type LoadPlan = {
  readonly port: number
  readonly seconds: number
  /** By connection: its request texts, sent in turn. */
  readonly requests: readonly (readonly string[])[]
  /** A text that every answer must contain. */
  readonly expected: string
  /** The first running number. */
  readonly firstNumber: number
  /** By connection: the secrets with which each request is signed, as the open API requires. */
  readonly secrets?: readonly string[]
}

/** The marks for a signed request's time and signature. */
const timeMark = '\u0001'
const signMark = '\u0002'
export const signedHeaders = (key: string): Record<string, string> => ({
  'X-BAPI-API-KEY': key,
  'X-BAPI-TIMESTAMP': timeMark,
  'X-BAPI-RECV-WINDOW': '5000',
  'X-BAPI-SIGN': signMark,
})

/** Returns a request with its time and its signature over key, window and body. */
function signed(text: string, secret: string): string {
  const time = String(Date.now())
  const [, key = ''] = /X-BAPI-API-KEY: (\w+)/.exec(text) ?? []
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  const sign = createHmac('sha256', secret).update(`${time}${key}5000${body}`).digest('hex')
  return text.replace(timeMark, time).replace(signMark, sign)
}

const numberMark = '\u0000'
const firstNumber = 10_000_000

/** Runs the plan in a thread; rejects when an answer is not as expected. */
export const httpLoad = (plan: LoadPlan): Promise<LoadResult> => loadInThread(import.meta.url, plan)

/** Returns an HTTP/1.1 request with a JSON body; the mark in the body becomes eight digits. */
export function postText(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const length = Buffer.byteLength(body.replaceAll(numberMark, String(firstNumber)))
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** One connection: sends, reads the complete answer, sends the next. */
class Connection {
  answers = 0
  readonly #socket: Socket
  readonly #texts: readonly (readonly string[])[]
  readonly #plan: LoadPlan
  readonly #secret: string | undefined
  #turn = 0
  #number: number
  #pending = ''
  #isEnding = false

  constructor(plan: LoadPlan, index: number) {
    const requests = plan.requests[index] ?? []
    this.#plan = plan
    this.#secret = plan.secrets?.[index]
    this.#texts = requests.map((text) => text.split(numberMark))
    this.#number = plan.firstNumber + index * 100_000
    this.#socket = connect(plan.port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    this.#socket.setEncoding('latin1')
    this.#socket.on('connect', () => this.#send())
    this.#socket.on('data', (text: string) => this.#take(text))
    this.#socket.on('error', (error) => {
      if (!this.#isEnding) throw error
    })
  }

  end(): void {
    this.#isEnding = true
    this.#socket.destroy()
  }

  #send(): void {
    const parts = this.#texts[this.#turn]
    if (parts === undefined) throw new Error('There is nothing to send')
    const text = parts.join(String(this.#number))
    this.#socket.write(this.#secret === undefined ? text : signed(text, this.#secret))
    this.#turn += 1
    if (this.#turn < this.#texts.length) return
    this.#turn = 0
    this.#number += 1
  }

  #take(text: string): void {
    this.#pending += text
    const headEnd = this.#pending.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = /content-length: (\d+)/i.exec(this.#pending)?.[1]
    const end = headEnd + 4 + Number(length)
    if (!(this.#pending.length >= end)) return
    const answer = this.#pending.slice(0, end)
    this.#pending = ''
    if (!answer.startsWith('HTTP/1.1 200') || !answer.includes(this.#plan.expected)) {
      if (this.#isEnding) return
      throw new Error(`An answer is not as expected: ${answer}`)
    }
    this.answers += 1
    if (!this.#isEnding) this.#send()
  }
}

function run(plan: LoadPlan): void {
  reportRate(
    plan.seconds,
    plan.requests.map((_, index) => new Connection(plan, index)),
  )
}

if (parentPort !== null && isPlan(workerData)) run(workerData)

function isPlan(value: unknown): value is LoadPlan {
  return typeof value === 'object' && value !== null && 'requests' in value && 'expected' in value
}
