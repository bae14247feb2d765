// The peer of the page bench: the minimum that a page can do with the same messages. It parses each
// on the main thread and writes one line of text per frame.

/** Returns the bare page; it opens the socket at the given path of its own host. */
export const barePage = (socketPath: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Bare page</title>
<p id="line">--</p>
<script>
  const line = document.getElementById('line')
  const socket = new WebSocket('ws://' + location.host + ${JSON.stringify(socketPath)})
  let last = '--', count = 0, asked = false
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data)
    count += 1
    if (message.data.lastPrice !== undefined) last = message.data.lastPrice
    if (asked) return
    asked = true
    requestAnimationFrame(() => {
      asked = false
      line.textContent = last + ' after ' + count
    })
  }
</script>
</html>`
