// Sending of answers: compressed where that pays and reveals nothing, and not at all to a client
// that has the same version already.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip']
/** What fits into one packet is not worth the work. */
const compressFromBytes = 1400
/**
 * The list of contracts, 358 kB: 12.0 kB in 2.6 ms of another thread. 4 takes as long and leaves
 * 19.6 kB, 9 takes three times as long for 11.0 kB.
 */
const brotliQuality = 6

const packers: Readonly<Record<string, (text: string) => Promise<Buffer>>> = {
  br: (text) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  gzip: (text) => promisify(gzip)(text),
}

/**
 * Sends a text, compressed as the caller can read it. Not for a text with a secret in it: its
 * length would tell of the secret whoever can put words beside it.
 */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  const wanted = text.length < compressFromBytes ? null : encodingOf(request)
  const pack = wanted === null ? undefined : packers[wanted]
  if (wanted === null || pack === undefined) return reply.send(text)
  return reply.header('content-encoding', wanted).send(await pack(text))
}

const encodingOf = ({ headers }: FastifyRequest): string | null =>
  negotiate(headers['accept-encoding'] ?? '', encodings)

/** Returns a name for a value that changes when the value does. */
export const versionOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/** A name for a state of a resource, as HTTP writes it; weak, for encodings and clocks differ. */
export const entityTag = (version: string): string => `W/"${version}"`

/** Has the caller the state of this name already? */
export function hasAlready({ headers }: FastifyRequest, version: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some((tag) => tag.trim() === entityTag(version))
}
