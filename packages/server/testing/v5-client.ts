// An open API client without a network: it signs requests as real clients do.

import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { V5Call } from '@basis/protocol/v5/call'
import { v5Calls } from '@basis/protocol/v5/calls'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import * as z from 'zod/mini'
import { createV5Api, type V5Api } from '../src/v5/api.ts'
import type { TestServer } from './test-server.ts'

export type V5Received = {
  readonly retCode: number
  readonly retMsg: string
  readonly result: Record<string, unknown> & { readonly list?: readonly Record<string, unknown>[] }
  readonly retExtInfo: {
    readonly list?: readonly { readonly code: number; readonly msg: string }[]
  }
  readonly time: number
}

/** Throws if an answer does not match its schema exactly. */
function assertAsDescribed(method: string, path: string, result: unknown): void {
  const calls: readonly V5Call[] = Object.values(v5Calls)
  const call = calls.find((each) => each.method === method && each.path === path)
  const parsed = call === undefined ? undefined : z.safeParse(call.answer, result)
  if (parsed?.success === true && isDeepStrictEqual(parsed.data, result)) return
  const why = parsed?.error?.issues ?? parsed?.data ?? 'no call'
  throw new Error(`${path} answers ${JSON.stringify(result)}: ${JSON.stringify(why)}`)
}

type Signing = { readonly account: AccountId; readonly key: string; readonly secret: string }

const strictApi = (venue: TestServer): V5Api =>
  createV5Api(venue.parts, {
    limitFactor: 0,
    onFailure: (error) => {
      throw error
    },
  })

export class V5TestClient {
  readonly account: AccountId
  readonly key: string
  readonly secret: string
  readonly #venue: TestServer
  #timestampMs = 0
  #api: V5Api
  #limits: Readonly<Record<string, string>> = {}

  private constructor(venue: TestServer, api: V5Api, signing: Signing) {
    this.#venue = venue
    this.#api = api
    this.account = signing.account
    this.key = signing.key
    this.secret = signing.secret
  }

  /**
   * Opens an account with 100,000 USDT and 2 BTC, and a key; by default on an API of its own,
   * without limits, whose failures are thrown.
   */
  static async open(venue: TestServer, api = strictApi(venue)): Promise<V5TestClient> {
    const { exchange, sessions } = venue.parts
    const opened = await sessions.openDemo(exchange.views.highestAccount() + 1)
    const account = accountId(opened.account)
    await exchange.submit({ kind: 'OpenAccount', account, role: 'trader' })
    const funds = [
      { coin: 'USDT', amount: amount(100_000n * 100_000_000n) },
      { coin: 'BTC', amount: amount(2n * 100_000_000n) },
    ]
    for (const each of funds) await exchange.submit({ kind: 'Deposit', account, ...each })
    const { key, secret } = await sessions.apiKeys.make(account, {
      note: 'trial',
      isReadOnly: false,
      permissions: v5Permissions,
      networks: [],
    })
    return new V5TestClient(venue, api, { account, key: key.key, secret })
  }

  /** Makes the client call another gateway. */
  at(api: V5Api): this {
    this.#api = api
    return this
  }

  /** The headers of the last answer. */
  get limits(): Readonly<Record<string, string>> {
    return this.#limits
  }

  get(
    path: string,
    parameters: Readonly<Record<string, string | number>> = {},
  ): Promise<V5Received> {
    const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return this.#ask('GET', path, new URLSearchParams(texts).toString(), '')
  }

  post(path: string, body: object = {}): Promise<V5Received> {
    return this.#ask('POST', path, '', JSON.stringify(body))
  }

  /** The only row of an answer's list. */
  async row(
    path: string,
    parameters: Readonly<Record<string, string | number>>,
  ): Promise<Record<string, unknown>> {
    const { retMsg, result } = await this.get(path, parameters)
    const [first] = result.list ?? []
    if (first === undefined) throw new Error(`no row of ${path}: ${retMsg}`)
    return first
  }

  async #ask(
    method: 'GET' | 'POST',
    path: string,
    query: string,
    body: string,
  ): Promise<V5Received> {
    // Two equal requests in one millisecond would count as a duplicate.
    const { clock } = this.#venue
    clock.advance(Math.max(0, this.#timestampMs + 1 - clock.nowMs()))
    this.#timestampMs = clock.nowMs()
    const timestamp = String(this.#timestampMs)
    const payload = `${timestamp}${this.key}5000${method === 'GET' ? query : body}`
    const headers: Record<string, string> = {
      'x-bapi-api-key': this.key,
      'x-bapi-timestamp': timestamp,
      'x-bapi-recv-window': '5000',
      'x-bapi-sign': createHmac('sha256', this.secret).update(payload).digest('hex'),
    }
    const answered = await this.#api.answer({
      method,
      path: `/v5/${path}`,
      query,
      body: Buffer.from(body),
      address: '127.0.0.1',
      header: (name) => headers[name],
    })
    this.#limits = answered.headers
    const received = JSON.parse(answered.body) as V5Received
    if (received.retCode === 0) assertAsDescribed(method, `/v5/${path}`, received.result)
    return received
  }
}
