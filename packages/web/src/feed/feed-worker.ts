// The worker in which the feed runs: it connects the sockets to the page and has no logic of its
// own.

import { config } from 'zod/mini'
import { Collector } from './collector.ts'
import type { FeedPorts, FeedSocket } from './link.ts'
import type { FromFeed, ToFeed } from './messages.ts'
import { PrivateFeed } from './private-feed.ts'
import { PublicFeed } from './public-feed.ts'

const ports: FeedPorts = {
  openSocket: (url) => new WebSocket(url) as FeedSocket,
  nowMs: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  chance: () => Math.random(),
}

function post(message: FromFeed, transfer: Transferable[] = []): void {
  globalThis.postMessage(message, { transfer })
}

let collector: Collector | undefined
let publicFeed: PublicFeed | undefined
let privateFeed: PrivateFeed | undefined

function start(publicUrl: string, privateUrl: string): void {
  // The content security policy forbids eval; without this zod would try it once and be reported.
  config({ jitless: true })
  collector = new Collector(ports, (batch) => {
    const buffers = batch.books.flatMap(({ bids, asks }) => [bids.buffer, asks.buffer])
    post({ kind: 'batch', batch }, buffers as Transferable[])
  })
  publicFeed = new PublicFeed(ports, publicUrl, collector)
  privateFeed = new PrivateFeed({
    ports,
    url: privateUrl,
    collector,
    loadSchemas: async () =>
      (await import('@basis/protocol/topics/private-messages')).privateMessages,
    wantToken: () => post({ kind: 'wantToken' }),
    onRefused: () => post({ kind: 'loginRefused' }),
  })
  publicFeed.open()
}

// tidy-allow: a worker's whole module is its start; the page starts the worker.
globalThis.onmessage = ({ data }: MessageEvent<ToFeed>): void => {
  switch (data.kind) {
    case 'start':
      start(data.publicUrl, data.privateUrl)
      break
    case 'grids':
      publicFeed?.setGrids(data.grids)
      break
    case 'watch':
      publicFeed?.watch(data.topics)
      break
    case 'account':
      privateFeed?.close()
      collector?.setAccount(data.uid)
      if (data.uid !== undefined) privateFeed?.open()
      break
    case 'resync':
      privateFeed?.resync()
      break
    case 'token':
      privateFeed?.giveToken(data.token)
      break
    case 'wake':
      publicFeed?.wake()
      privateFeed?.wake()
      break
    case 'stop':
      publicFeed?.close()
      privateFeed?.close()
  }
}
