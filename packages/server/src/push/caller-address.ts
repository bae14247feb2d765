// Whose socket is it? The peer's address, or what trusted proxies say they forwarded (reliability
// S12).

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Returns how to find the caller's address; forwarding headers are read only behind the listed
 * proxies.
 */
export function callerAddress(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return ({ headers, socket }) => {
    let address = plain(socket.remoteAddress ?? '')
    const forwarded = headers['x-forwarded-for']
    const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',')
    // The nearest hop stands last; the first one that is not ours is the caller.
    for (const hop of hops.map((text) => plain(text.trim())).toReversed()) {
      if (!isTrusted(address) || isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

/** An IPv4 address that came over an IPv6 socket. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')
