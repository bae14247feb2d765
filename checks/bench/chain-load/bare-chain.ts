// The peer of the bench `chain`: the minimum that a page can do with the same pushes. It parses
// each, stores every quote, and writes the cells of the shown expiry once per frame.

import { formatTopic, publicSocketPath } from '@basis/protocol/topics/topic'

const fields = ['bid1Price', 'bid1Iv', 'ask1Price', 'ask1Iv', 'markPrice', 'markIv', 'delta']
const topic = formatTopic({ kind: 'optionQuotes', baseCoin: 'BTC', settleCoin: 'USDC' })

/** Returns the bare page of an expiry's options. */
export const bareChain = (symbols: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Bare chain</title>
<table id="chain"></table>
<script>
  const fields = ${JSON.stringify(fields)}
  const rows = new Map()
  for (const symbol of ${JSON.stringify(symbols)}) {
    const row = document.getElementById('chain').insertRow()
    rows.set(symbol, fields.map(() => row.insertCell()))
  }
  const quotes = new Map()
  const changed = new Set()
  let asked = false
  const write = () => {
    asked = false
    for (const symbol of changed) {
      const cells = rows.get(symbol)
      if (cells === undefined) continue
      const quote = quotes.get(symbol)
      for (let at = 0; at < fields.length; at += 1) cells[at].textContent = quote[fields[at]]
    }
    changed.clear()
    document.title = quotes.size + ' quotes'
  }
  const socket = new WebSocket('ws://' + location.host + ${JSON.stringify(publicSocketPath)})
  const say = (message) => socket.send(JSON.stringify(message))
  socket.onopen = () => say({ op: 'subscribe', args: [${JSON.stringify(topic)}] })
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data)
    if (message.type === 'ping') say({ op: 'pong' })
    if (message.topic !== ${JSON.stringify(topic)}) return
    for (const quote of message.data.list) {
      quotes.set(quote.symbol, { ...quotes.get(quote.symbol), ...quote })
      changed.add(quote.symbol)
    }
    if (asked) return
    asked = true
    requestAnimationFrame(write)
  }
</script>
</html>`
