// A whole cluster in one process: three engines and two gateways over a simulated network,
// disturbed for some seconds, healed, and then checked against their guarantees.

import type { Prng } from '@basis/domain/numbers/prng'
import type { AccountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import { formatCommandLine } from '@basis/server/exchange/command-lines'
import type { BatchMessage, StreamMessage } from '@basis/server/cluster/envelope'
import { Member, tickEveryMs } from '@basis/server/cluster/member'
import type { Beat, Packet, Refusal } from '@basis/server/cluster/packet'
import { StreamReader, streamStart, type StreamPosition } from '@basis/server/cluster/stream-reader'
import { Submitting } from '@basis/server/cluster/submitting'
import {
  lossless,
  prngOf,
  SimulatedBus,
  SimulatedStream,
  SimulatedTime,
  type Weather,
} from './simulated-network.ts'

/** A planted fault, to verify that the audit finds it. */
export type PlantedFault =
  | 'no fence'
  | 'numbers are not taken from the stream'
  | 'positions forget the gateways'
  | 'answers come before the append'

/** The outcome of a gateway's command. */
export type Submission = {
  readonly gateway: string
  readonly line: string
  outcome: 'undecided' | 'applied' | 'refused'
}

type Host = {
  readonly name: string
  /** Until this time it neither acts nor receives messages. */
  pausedUntilMs: number
  weather: Weather
}
type Engine = Host & { member: Member; lastTimeMs: number; clockOffMs: number }
type Gateway = Host & { readonly reader: StreamReader; readonly submitting: Submitting<Submission> }

const engineNames = ['e1', 'e2', 'e3']
const gatewayNames = ['g1', 'g2']
const faultsMs = 5_000
const healMs = 10_000
const quietMs = 2_000
const pullEveryMs = 40

export class SimulatedCluster {
  readonly time = new SimulatedTime()
  readonly stream: SimulatedStream
  readonly submissions: Submission[] = []
  readonly engines: Engine[]
  readonly gateways: Gateway[]
  readonly damages: unknown[] = []
  readonly #prng: Prng
  readonly #bus: SimulatedBus
  readonly #fault: PlantedFault | undefined
  /** Positions that an engine may find on its disk after a crash. */
  readonly #saved = new Map<string, { position: StreamPosition; lastTimeMs: number }>()
  #isHealed = false
  /** No new requests are made, and messages in transit arrive. */
  #isQuiet = false
  #amount = 0n

  constructor(seed: number, fault?: PlantedFault) {
    this.#prng = prngOf(seed)
    this.#fault = fault
    this.#bus = new SimulatedBus(this.time, this.#prng)
    this.stream = new SimulatedStream(this.time, this.#prng, () => this.#pullSoon())
    this.stream.hasFence = fault !== 'no fence'
    this.engines = engineNames.map((name) => this.#engine(name))
    this.gateways = gatewayNames.map((name) => this.#gateway(name))
  }

  /** Disturbs the cluster for a while, heals it, and waits until it must have converged. */
  run(): void {
    this.#keepGoing()
    const startMs = this.time.nowMs
    this.time.after(0, () => this.#injectFault())
    this.time.runUntil(startMs + faultsMs)
    this.#heal()
    this.time.runUntil(startMs + faultsMs + healMs)
    this.#isQuiet = true
    this.time.runUntil(this.time.nowMs + quietMs)
  }

  #keepGoing(): void {
    this.#every(tickEveryMs, () => {
      for (const engine of this.engines) this.#when(engine, () => engine.member.tick())
    })
    this.#every(pullEveryMs, () => this.#pullSoon())
    this.#every(20, () => this.#submitSome())
    this.#every(500, () => {
      for (const { name, member, lastTimeMs } of this.engines) {
        this.#saved.set(name, { position: member.reader.position(), lastTimeMs })
      }
    })
  }

  #every(ms: number, act: () => void): void {
    this.time.after(ms, () => {
      act()
      this.#every(ms, act)
    })
  }

  #engine(name: string): Engine {
    const host = { name, pausedUntilMs: 0, weather: lossless, lastTimeMs: 0, clockOffMs: 0 }
    const engine: Engine = { ...host, member: this.#member(name, streamStart, () => engine) }
    return engine
  }

  #member(name: string, from: StreamPosition, engineOf: () => Engine): Member {
    const now = (): Engine => engineOf()
    const member: Member = new Member({ name, build: 'simulated', facts: () => ({}) }, from, {
      clock: { nowMs: () => this.time.nowMs + now().clockOffMs },
      elapsedMs: () => this.time.nowMs,
      random: () => this.#prng.nextFloat(),
      append: (message, after, done) => {
        const isBelieved = this.#fault === 'answers come before the append'
        if (isBelieved) done({ kind: 'done', streamSeq: after + 1 })
        this.stream.append(message, after, now().weather, (outcome) =>
          this.#of(now(), member, () => (isBelieved ? undefined : done(outcome))),
        )
      },
      lastStreamSeq: (done) =>
        this.stream.lastStreamSeq(now().weather, (last) =>
          this.#of(now(), member, () => done(last)),
        ),
      beat: (beat) => this.#beat(now(), beat),
      refuse: (refusal) => this.#refusal(now(), refusal),
      apply: ({ timeMs }, waiting) => {
        now().lastTimeMs = timeMs
        for (const one of waiting) one?.resolve({ seq: 0, timeMs, events: [] })
      },
      isReady: () => true,
      rulesVersion: () => 1,
      lastTimeMs: () => now().lastTimeMs,
      soon: (act) => this.time.after(0, () => this.#of(now(), member, act)),
      onLeading: (isLeading) => {
        if (isLeading) this.#work(now(), member)
      },
      onTerm: () => undefined,
      onDamage: (error) => this.damages.push(error),
    })
    if (this.#fault === 'numbers are not taken from the stream') {
      Object.defineProperty(member.reader, 'got', { value: () => 0 })
    }
    return member
  }

  /** A leader's own commands: prices while it leads. */
  #work(engine: Engine, member: Member): void {
    this.time.after(30 + this.#prng.nextBelow(60), () => {
      if (!member.isLeading || engine.member !== member || this.#isQuiet) return
      const ignore = (): void => undefined
      const latestMs = this.time.nowMs + 5_000
      const command = { kind: 'AdvanceTime' } as const
      this.#when(engine, () =>
        member.submit({ command, latestMs, resolve: ignore, reject: ignore }),
      )
      this.#work(engine, member)
    })
  }

  #gateway(name: string): Gateway {
    const submitting = new Submitting<Submission>(name, {
      send: (packet) => this.#packet(gateway, packet),
      refuse: (submission) => {
        submission.outcome = 'refused'
      },
    })
    const reader = new StreamReader(streamStart)
    const gateway: Gateway = { name, pausedUntilMs: 0, weather: lossless, reader, submitting }
    return gateway
  }

  #submitSome(): void {
    if (this.#isHealed) return
    for (const gateway of this.gateways) {
      if (this.#prng.nextFloat() < 0.5) continue
      this.#amount += 1n
      const account = 1 as AccountId
      const command = {
        kind: 'Deposit',
        account,
        coin: 'USDT',
        amount: amount(this.#amount),
      } as const
      const line = formatCommandLine(0, command)
      const submission: Submission = { gateway: gateway.name, line, outcome: 'undecided' }
      this.submissions.push(submission)
      const latestMs = this.time.nowMs + 50 + this.#prng.nextBelow(3_000)
      this.#when(gateway, () => gateway.submitting.submit({ line, latestMs }, submission))
    }
  }

  #packet(from: Host, packet: Packet): void {
    for (const engine of this.engines) {
      this.#bus.carry(from.weather, () => this.#when(engine, () => engine.member.packet(packet)))
    }
  }

  #beat(from: Host, beat: Beat): void {
    for (const engine of this.engines) {
      this.#bus.carry(from.weather, () => this.#when(engine, () => engine.member.heard(beat)))
    }
    for (const gateway of this.gateways) {
      this.#bus.carry(from.weather, () =>
        this.#when(gateway, () => gateway.submitting.heard(beat, this.time.nowMs)),
      )
    }
  }

  #refusal(from: Host, refusal: Refusal): void {
    const gateway = this.gateways.find(({ name }) => name === refusal.gateway)
    if (gateway === undefined) return
    this.#bus.carry(from.weather, () =>
      this.#when(gateway, () => gateway.submitting.refused(refusal)),
    )
  }

  #pullSoon(): void {
    for (const host of [...this.engines, ...this.gateways]) {
      this.#bus.carry({ ...host.weather, doubled: 0 }, () =>
        this.#when(host, () => this.#pull(host)),
      )
    }
  }

  #pull(host: Host): void {
    const engine = this.engines.find((one) => one === host)
    const gateway = this.gateways.find((one) => one === host)
    const reader = engine?.member.reader ?? gateway?.reader
    if (reader === undefined) return
    for (let at = reader.streamSeq + 1; at <= this.stream.messages.length; at += 1) {
      const message = this.stream.message(at)
      if (message === undefined) return
      if (engine !== undefined) engine.member.received(at, message)
      if (gateway !== undefined) this.#read(gateway, at, message)
    }
  }

  #read(gateway: Gateway, streamSeq: number, message: StreamMessage): void {
    try {
      const verdict = gateway.reader.read(streamSeq, message)
      if (verdict.kind === 'batch') this.#decide(gateway, verdict.batch)
    } catch (error) {
      this.damages.push(error)
    }
  }

  #decide({ name, submitting }: Gateway, { from }: BatchMessage): void {
    for (const run of from) {
      if (run[0] !== name) continue
      for (const submission of submitting.applied(run)) {
        if (submission !== undefined) submission.outcome = 'applied'
      }
    }
  }

  /** Injects failures at random places, repeatedly. */
  #injectFault(): void {
    if (this.#isHealed) return
    const hosts: readonly Host[] = [...this.engines, ...this.gateways]
    const host = hosts[this.#prng.nextBelow(hosts.length)]
    const kind = this.#prng.nextBelow(7)
    if (host !== undefined && kind <= 1) {
      host.pausedUntilMs = this.time.nowMs + this.#prng.nextBelow(2_500)
    }
    if (host !== undefined && kind === 2) {
      const worst = this.#prng.nextFloat()
      host.weather = { lost: worst * worst, doubled: 0.2, slow: this.#prng.nextFloat() * 0.3 }
    }
    if (kind === 3) for (const one of hosts) one.weather = { lost: 0.05, doubled: 0.1, slow: 0.05 }
    if (kind === 4) this.#fall(this.#prng.nextBelow(this.engines.length))
    if (kind === 5) {
      this.stream.isDown = true
      this.time.after(this.#prng.nextBelow(1_500), () => {
        this.stream.isDown = false
      })
    }
    if (kind === 6) this.#jumpClock()
    this.time.after(50 + this.#prng.nextBelow(700), () => this.#injectFault())
  }

  /** Moves an engine's clock to within two hours of the right time, or sets it right. */
  #jumpClock(): void {
    const engine = this.engines[this.#prng.nextBelow(this.engines.length)]
    if (engine === undefined) return
    const isSetRight = this.#prng.nextFloat() < 0.5
    engine.clockOffMs = isSetRight ? 0 : this.#prng.nextBelow(4 * 3_600_000) - 2 * 3_600_000
  }

  /** An engine is killed and restarts with the data on its disk. */
  #fall(index: number): void {
    const engine = this.engines[index]
    if (engine === undefined) return
    const saved = this.#saved.get(engine.name) ?? { position: streamStart, lastTimeMs: 0 }
    const forgets = this.#fault === 'positions forget the gateways'
    const position = forgets ? { ...saved.position, got: [] } : saved.position
    engine.lastTimeMs = saved.lastTimeMs
    engine.member = this.#member(engine.name, position, () => engine)
    engine.pausedUntilMs = this.time.nowMs + this.#prng.nextBelow(1_500)
  }

  #heal(): void {
    this.#isHealed = true
    this.stream.isDown = false
    for (const engine of this.engines) engine.clockOffMs = 0
    for (const host of [...this.engines, ...this.gateways]) {
      host.weather = lossless
      host.pausedUntilMs = Math.min(host.pausedUntilMs, this.time.nowMs)
    }
  }

  /** Runs an action; on a paused process later, on a killed one never. */
  #when(host: Host, act: () => void): void {
    const waitMs = host.pausedUntilMs - this.time.nowMs
    if (waitMs > 0) this.time.after(waitMs, () => this.#when(host, act))
    else act()
  }

  #of(engine: Engine, member: Member, act: () => void): void {
    if (engine.member === member) {
      this.#when(engine, () => {
        if (engine.member === member) act()
      })
    }
  }
}
