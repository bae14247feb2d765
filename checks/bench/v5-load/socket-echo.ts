// The peer of the bench `v5-socket`: a bare `ws` that reads each message as JSON and sends it back.

import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => socket.send(JSON.stringify(JSON.parse(data.toString()))))
})
server.on('listening', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
