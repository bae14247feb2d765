// A proxy between a browser and a server whose WebSockets can be cut or held.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The connection between the two ends; HTTP calls pass whatever happens to the sockets. */
export class CuttableLine {
  readonly origin: string
  readonly #close: () => void
  readonly #sockets = new Set<{ near: Socket; far: Socket }>()
  #isDown = false
  #isHeld = false

  private constructor(port: number, close: () => void) {
    this.origin = `http://127.0.0.1:${port}`
    this.#close = close
  }

  /** Opens a proxy to a server of this machine. */
  static async to(target: string): Promise<CuttableLine> {
    const { port, hostname } = new URL(target)
    const server = createServer((near) => line.#join(near, connect(Number(port), hostname)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
    const line = new CuttableLine(address.port, () => server.close())
    return line
  }

  /** Closes every WebSocket; with `isDown` no other can be opened until `mend`. */
  cut(isDown = false): void {
    this.#isDown = isDown
    for (const { near, far } of this.#sockets) {
      near.destroy()
      far.destroy()
    }
  }

  /** Stops all data from the exchange: the sockets stay open and are silent. */
  hold(): void {
    this.#isHeld = true
    for (const { far } of this.#sockets) far.pause()
  }

  mend(): void {
    this.#isDown = false
    this.#isHeld = false
    for (const { far } of this.#sockets) far.resume()
  }

  close(): void {
    this.cut()
    this.#close()
  }

  #join(near: Socket, far: Socket): void {
    const pair = { near, far }
    const end = (): void => {
      near.destroy()
      far.destroy()
      this.#sockets.delete(pair)
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    near.once('data', (first: Buffer) => {
      const isSocket = /^upgrade: *websocket/im.test(first.toString('latin1'))
      if (isSocket && this.#isDown) return end()
      if (isSocket) this.#sockets.add(pair)
      // Sockets opened while data is held are held too.
      if (isSocket && this.#isHeld) far.pause()
      far.write(first)
      near.pipe(far)
    })
    far.on('data', (bytes: Buffer) => {
      if (!near.write(bytes)) far.pause()
    })
    near.on('drain', () => {
      if (!(this.#isHeld && this.#sockets.has(pair))) far.resume()
    })
  }
}
