// A caller's address: that of the connection, or as forwarded by trusted proxies (reliability S12).

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { networkList, plainAddress } from '../config/networks.ts'

/**
 * Returns a function that determines the caller's address; forwarding headers are used only behind
 * the listed proxies.
 */
export function callerAddress(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const isTrusted = networkList(trustedProxies)
  return ({ headers, socket }) => {
    let address = plainAddress(socket.remoteAddress ?? '')
    const forwarded = headers['x-forwarded-for']
    const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',')
    // The nearest hop is last; the first one that is not trusted is the caller.
    for (const hop of hops.map((text) => plainAddress(text.trim())).toReversed()) {
      if (!isTrusted(address) || isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}
