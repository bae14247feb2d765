// A thread for the tests of thread-use.ts: it says its number and does as each message says.

import { threadId } from 'node:worker_threads'
import { serveUses } from '../src/threads/thread-use.ts'

serveUses(({ port, settings, end, endThread }) => {
  port.postMessage({ thread: threadId, settings })
  port.on('message', (message: string) => {
    if (message === 'throw') throw new Error('thrown in the thread')
    if (message.startsWith('many')) {
      for (let count = 0; count < 1_000; count += 1) port.postMessage({ count })
    }
    if (message === 'end thread') endThread()
    else end()
  })
})
