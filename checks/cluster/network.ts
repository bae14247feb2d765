// A network of machines for tests: each place is a network namespace with an address of its own,
// joined by a bridge, and can be cut off from all others as by a pulled cable. Linux, as root.

import { execFileSync } from 'node:child_process'

/** Where a process runs: its address, and the command prefix that puts it there. */
export type Place = { readonly host: string; readonly words: readonly string[] }

export const loopback: Place = { host: '127.0.0.1', words: [] }

export class Network {
  /** The address of the host, on which processes without a place run. */
  readonly hostAddress: string
  readonly subnet: string
  readonly #mark: string
  readonly #names: string[] = []

  /** Throws if this machine cannot create namespaces. */
  constructor() {
    const number = process.pid % 250
    this.#mark = `bc${number}`
    this.subnet = `10.213.${number}.0/24`
    this.hostAddress = this.#addressOf(1)
    try {
      this.#ip('link', 'add', this.#mark, 'type', 'bridge', 'forward_delay', '0')
      this.#ip('addr', 'add', `${this.hostAddress}/24`, 'dev', this.#mark)
      this.#ip('link', 'set', this.#mark, 'up')
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Creates a place of this name, or returns the existing one. */
  place(name: string): Place {
    if (!this.#names.includes(name)) this.#make(name)
    return { host: this.#hostOf(name), words: ['ip', 'netns', 'exec', this.#namespaceOf(name)] }
  }

  cut(name: string): void {
    this.#ip('link', 'set', this.#namespaceOf(name), 'down')
  }

  heal(name: string): void {
    this.#ip('link', 'set', this.#namespaceOf(name), 'up')
  }

  close(): void {
    const removals = this.#names.map((name) => ['netns', 'del', this.#namespaceOf(name)])
    for (const words of [...removals, ['link', 'del', this.#mark]]) {
      try {
        this.#ip(...words)
      } catch {
        // It was never created, or is already deleted.
      }
    }
  }

  #make(name: string): void {
    this.#names.push(name)
    const namespace = this.#namespaceOf(name)
    const inside = 'machine'
    this.#ip('netns', 'add', namespace)
    this.#ip('link', 'add', namespace, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace)
    this.#ip('link', 'set', namespace, 'master', this.#mark, 'up')
    this.#ip('-n', namespace, 'addr', 'add', `${this.#hostOf(name)}/24`, 'dev', inside)
    this.#ip('-n', namespace, 'link', 'set', inside, 'up')
    this.#ip('-n', namespace, 'link', 'set', 'lo', 'up')
  }

  #namespaceOf(name: string): string {
    return `${this.#mark}-${name}`
  }

  #hostOf(name: string): string {
    return this.#addressOf(this.#names.indexOf(name) + 10)
  }

  #addressOf(number: number): string {
    return this.subnet.replace('0/24', String(number))
  }

  #ip(...words: readonly string[]): void {
    execFileSync('ip', words, { stdio: 'pipe' })
  }
}
