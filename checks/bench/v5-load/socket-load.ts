// A load of requests on sockets of `/v5/trade` from a thread of its own: one in flight on each.

import { createHmac } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { loadInThread, reportRate } from '../load/load-thread.ts'
import { restingOrder, type Signer } from './signers.ts'

export type SocketPlan = {
  readonly url: string
  readonly seconds: number
  /** One socket for each signer. */
  readonly signers: readonly Signer[]
  /** A text that every answer must contain. */
  readonly expected: string
  readonly firstNumber: number
}

/** Runs the plan in a thread and returns its answers per second; rejects at a wrong answer. */
export async function socketLoad(plan: SocketPlan): Promise<number> {
  return (await loadInThread(import.meta.url, plan)).perSecond
}

/** Sends an order, then its cancel, each after the previous answer. */
class Connection {
  answers = 0
  isEnding = false
  readonly #socket: WebSocket
  readonly #plan: SocketPlan
  #number: number
  #isPlaced = false

  constructor(plan: SocketPlan, { key, secret }: Signer, number: number) {
    this.#plan = plan
    this.#number = number
    this.#socket = new WebSocket(plan.url, { perMessageDeflate: false })
    this.#socket.once('open', () => {
      const expires = Date.now() + 10_000
      const sign = createHmac('sha256', secret).update(`GET/realtime${expires}`).digest('hex')
      this.#socket.send(JSON.stringify({ op: 'auth', args: [key, expires, sign] }))
    })
    this.#socket.once('message', () => {
      this.#socket.on('message', (data: Buffer) => this.#take(String(data)))
      this.#send()
    })
    this.#socket.on('error', (error) => {
      if (!this.isEnding) throw error
    })
  }

  end(): void {
    this.isEnding = true
    this.#socket.terminate()
  }

  #send(): void {
    const order = restingOrder(`bench-${this.#number}`)
    const { category, symbol, orderLinkId } = order
    const message = {
      reqId: `${this.#isPlaced ? 'c' : 'o'}${this.#number}`,
      header: { 'X-BAPI-TIMESTAMP': String(Date.now()), 'X-BAPI-RECV-WINDOW': '5000' },
      op: this.#isPlaced ? 'order.cancel' : 'order.create',
      args: [this.#isPlaced ? { category, symbol, orderLinkId } : order],
    }
    if (this.#isPlaced) this.#number += 1
    this.#isPlaced = !this.#isPlaced
    this.#socket.send(JSON.stringify(message))
  }

  #take(text: string): void {
    if (this.isEnding) return
    if (!text.includes(this.#plan.expected)) throw new Error(`An answer is wrong: ${text}`)
    this.answers += 1
    this.#send()
  }
}

function run(plan: SocketPlan): void {
  reportRate(
    plan.seconds,
    plan.signers.map(
      (signer, index) => new Connection(plan, signer, plan.firstNumber + index * 100_000),
    ),
  )
}

if (parentPort !== null && isPlan(workerData)) run(workerData)

function isPlan(value: unknown): value is SocketPlan {
  return typeof value === 'object' && value !== null && 'signers' in value && 'expected' in value
}
