// The peer of the bench `tables`: the minimum that a page can do with the same pushes. It parses
// each, stores every order, and writes the prices of the visible rows once per frame.

import { formatTopic, privateSocketPath, privateSocketVersion } from '@basis/protocol/topics/topic'

const rowsInSight = 20
const socketPath = `${privateSocketPath}?v=${privateSocketVersion}`

/** Returns the bare page; the one-time token opens the private socket of its own host. */
export const bareTable = (token: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Bare table</title>
<table id="orders"></table>
<script>
  const table = document.getElementById('orders')
  const cells = []
  for (let at = 0; at < ${rowsInSight}; at += 1) {
    const row = table.insertRow()
    cells.push([row.insertCell(), row.insertCell(), row.insertCell()])
  }
  const orders = new Map()
  let asked = false
  const write = () => {
    asked = false
    let at = 0
    for (const order of orders.values()) {
      if (at === cells.length) break
      cells[at][0].textContent = order.s
      cells[at][1].textContent = order.p
      cells[at][2].textContent = order.q
      at += 1
    }
    document.title = orders.size + ' orders'
  }
  const socket = new WebSocket('ws://' + location.host + ${JSON.stringify(socketPath)})
  const say = (message) => socket.send(JSON.stringify(message))
  socket.onopen = () => say({ op: 'login', args: [${JSON.stringify(token)}] })
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data)
    if (message.type === 'login_success')
      say({ op: 'subscribe', args: [${JSON.stringify(formatTopic({ kind: 'userOrder' }))}] })
    if (message.type === 'ping') say({ op: 'pong' })
    if (!Array.isArray(message.data)) return
    for (const order of message.data) orders.set(order.oi, order)
    if (asked) return
    asked = true
    requestAnimationFrame(write)
  }
</script>
</html>`
