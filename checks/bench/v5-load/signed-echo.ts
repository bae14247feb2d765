// The peer of the bench `v5-rest`: a bare Fastify that verifies the same HMAC and sends the body
// back, without storing or checking anything else.

import { createHmac, createSecretKey } from 'node:crypto'
import fastify from 'fastify'

/** The secret of all clients; a real server has one for each key. */
export const echoSecret = 'a-secret-of-thirty-six-characters-00'

async function run(): Promise<void> {
  const secret = createSecretKey(echoSecret, 'utf8')
  const app = fastify()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    done(null, body)
  })
  app.post('/*', (request, reply) => {
    const { headers, body } = request
    const head = `${headers['x-bapi-timestamp']}${headers['x-bapi-api-key']}5000`
    const hash = createHmac('sha256', secret)
      .update(head)
      .update(body as Buffer)
    if (hash.digest('hex') !== headers['x-bapi-sign']) return reply.code(401).send()
    return JSON.parse(String(body)) as unknown
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  process.stdout.write(`${new URL(address).port}\n`)
}

if (import.meta.main) await run()
