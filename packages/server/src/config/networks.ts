// Lists of addresses and networks, as in the settings: `127.0.0.1`, `::1`, `10.0.0.0/8`.

import { BlockList, isIP, isIPv6 } from 'node:net'

/** Converts an IPv4-mapped IPv6 address to plain IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns a test whether an address is on the list; an invalid address never is. */
export function networkList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether this is an address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text)
  const family = isIP(match?.[1] ?? '')
  return family !== 0 && Number(match?.[2] ?? 0) <= (family === 6 ? 128 : 32)
}

/**
 * Returns what limits by address count together: one customer has a whole /64 of IPv6, but a single
 * IPv4 address.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address).replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::', 2)
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
