// A trader over HTTP for the kill tests: keep-alive, one session, and answers distinguished from no
// answer.

import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { calls, type CallAnswer, type CallName, type CallRequest } from '@basis/protocol/calls'
import { userTokenHeader } from '@basis/protocol/call'

/** `unknown`: no answer came; the call may have taken effect or not (reliability O2). */
export type Outcome<Name extends CallName> =
  | { readonly kind: 'done'; readonly value: CallAnswer<Name> }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string }
  | { readonly kind: 'unknown' }

type RawAnswer = {
  readonly status: number
  readonly cookies: readonly string[]
  readonly text: string
}

/** The exchange is overloaded: the call is to be retried. */
const busyCode = 10503
const mostTries = 60

export class VenueClient {
  /** The venue's current address; it may change with a restart. */
  origin: string
  readonly #agent = new Agent({ keepAlive: true })
  #cookie = ''
  #userToken = ''

  constructor(origin: string) {
    this.origin = origin
  }

  /** Becomes a demo trader with funds; an overloaded venue is retried each second. */
  async signUp(): Promise<void> {
    let answer: RawAnswer | undefined
    for (let tries = 0; tries < mostTries; tries += 1) {
      if (tries > 0) await delay(1_000)
      answer = await this.#send('POST', calls.demoUser.path, '{}')
      if (answer !== undefined && bodyOf(answer).ret_code !== busyCode) break
    }
    const body = answer === undefined ? undefined : bodyOf(answer)
    if (answer === undefined || body?.ret_code !== 0)
      throw new Error(`No demo user: ${answer?.text}`)
    this.#keepSession(answer)
  }

  /** Signs in by name and password, with a session of its own. */
  async signIn(credentials: CallRequest<'signIn'>): Promise<void> {
    const answer = await this.#send('POST', calls.signIn.path, JSON.stringify(credentials))
    if (answer === undefined || bodyOf(answer).ret_code !== 0)
      throw new Error(`No sign-in: ${answer?.text}`)
    this.#keepSession(answer)
  }

  #keepSession(answer: RawAnswer): void {
    this.#cookie = answer.cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
    this.#userToken = bodyOf(answer).token ?? ''
  }

  async call<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
  ): Promise<Outcome<Name>> {
    const { method, path } = calls[name]
    const isGet = method === 'GET'
    const query = new URLSearchParams(
      Object.entries(request).map(([key, value]) => [key, String(value)]),
    )
    const url = isGet && query.size > 0 ? `${path}?${query}` : path
    const answer = await this.#send(method, url, isGet ? '' : JSON.stringify(request))
    if (answer === undefined || answer.status >= 500) return { kind: 'unknown' }
    const body = bodyOf(answer)
    return body.ret_code === 0
      ? { kind: 'done', value: body.result as CallAnswer<Name> }
      : { kind: 'refused', code: body.ret_code, message: body.ret_msg }
  }

  /** Makes a call that must have an answer: throws on a refusal and on no answer. */
  async ask<Name extends CallName>(
    name: Name,
    request: CallRequest<Name>,
  ): Promise<CallAnswer<Name>> {
    const outcome = await this.call(name, request)
    if (outcome.kind === 'done') return outcome.value
    throw new Error(`${name}: ${outcome.kind === 'refused' ? outcome.message : 'no answer'}`)
  }

  /** The session's cookies, for a browser that continues it. */
  get cookies(): readonly { readonly name: string; readonly value: string }[] {
    return this.#cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1) }
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(method: string, url: string, body: string): Promise<RawAnswer | undefined> {
    return new Promise((resolve) => {
      const asked = httpRequest(`${this.origin}${url}`, { method, agent: this.#agent }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => void chunks.push(chunk))
        reply.on('error', () => resolve(undefined))
        reply.on('end', () => {
          const cookies = reply.headers['set-cookie'] ?? []
          resolve({
            status: reply.statusCode ?? 0,
            cookies,
            text: Buffer.concat(chunks).toString(),
          })
        })
      })
      asked.on('error', () => resolve(undefined))
      if (this.#cookie !== '') asked.setHeader('cookie', this.#cookie)
      if (this.#userToken !== '') asked.setHeader(userTokenHeader, this.#userToken)
      if (method === 'POST') asked.setHeader('content-type', 'application/json')
      asked.end(body)
    })
  }
}

type Body = {
  readonly ret_code: number
  readonly ret_msg: string
  readonly result: unknown
  readonly token?: string
}

function bodyOf({ text }: RawAnswer): Body {
  return JSON.parse(text) as Body
}
