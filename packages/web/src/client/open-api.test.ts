// Signatures of requests sent by the page, checked by the reference's vectors (open API 1.4).

import { expect, test } from 'vitest'
import { signatureOf, signedText } from './open-api.ts'

const [key, secret, timeMs] = ['demo-key-01', 'demo-secret-01', 1_700_000_000_000]
const order =
  '{"category":"linear","symbol":"BTCUSDT","side":"Buy","orderType":"Limit","qty":"0.01","price":"50000"}'

test.each([
  [
    'category=linear&symbol=BTCUSDT',
    'db3ca95a2f0f6e48c818538b9b3fee34e12360875478a5bc91f688147cab1058',
  ],
  ['', 'ba49f8fa9a825f775b5e6924c55fa3a67c7692ddc8aea62441b75b02f61fb22e'],
  [order, '6ab295812f0c2bde6ba0e239ab3e13326f4a0c239b6059b11e09510a2e410878'],
])('%s has the signature of the reference', async (payload, signature) => {
  expect(await signatureOf(signedText(timeMs, key, payload), secret)).toBe(signature)
})
