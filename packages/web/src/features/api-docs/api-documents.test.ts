// The page of API calls: it reads them from the server's document, and makes the payload to be
// signed from typed values.

import { expect, test } from 'vitest'
import { callsIn, payloadOf, prettyBody, startValues, topicsIn } from './api-documents.ts'

const calls = callsIn({
  paths: {
    '/v5/order/create': {
      post: {
        operationId: 'createOrder',
        security: [{ key: [] }],
        'x-permission': 'Order',
        'x-requests-per-second': 10,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                required: ['category'],
                properties: {
                  category: { enum: ['spot', 'linear'] },
                  qty: { type: 'string' },
                  request: { type: 'array' },
                },
              },
            },
          },
        },
      },
    },
    '/v5/market/account-ratio': {
      get: {
        operationId: 'accountRatio',
        security: [],
        'x-stands': 'empty',
        parameters: [{ name: 'symbol', required: true, schema: { type: 'string' } }],
      },
    },
  },
})

test('a call has its implementation status, permission, rate limit and parameters', () => {
  expect(calls).toMatchObject([
    {
      id: 'createOrder',
      method: 'POST',
      group: 'order',
      stands: 'works',
      isSigned: true,
      permission: 'Order',
      perSecond: 10,
      parameters: [
        { name: 'category', isRequired: true, values: ['spot', 'linear'] },
        { name: 'qty', isRequired: false },
        { name: 'request', isJson: true },
      ],
    },
    { id: 'accountRatio', stands: 'empty', isSigned: false, perSecond: 0, permission: '' },
  ])
})

test('typed values become a query or a body, in which JSON values stay as typed', () => {
  const [create, ratio] = calls
  if (create === undefined || ratio === undefined) throw new Error('two calls')
  expect(payloadOf(ratio, { symbol: 'BTC/USDT', other: '1' })).toEqual({
    payload: 'symbol=BTC%2FUSDT',
  })
  const typed = { category: 'linear', qty: '', request: '[{"symbol": "X"}]' }
  expect(payloadOf(create, typed)).toEqual({
    payload: '{"category":"linear","request":[{"symbol": "X"}]}',
  })
  expect(payloadOf(create, { request: '[' })).toEqual({ wrong: 'request' })
  expect(startValues(create.parameters)).toEqual({ category: 'linear' })
  const optional = ['side', 'orderType', 'qty', 'price'].map((name) => {
    return { name, isRequired: false, values: [], isJson: false }
  })
  // The start values make an order that can be sent unchanged.
  expect(startValues(optional)).toEqual({ side: 'Buy', orderType: 'Market', qty: '0.01' })
  expect(prettyBody('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(prettyBody('<html>')).toBe('<html>')
})

test('a topic has its sockets and the values of its parameters', () => {
  const channels = {
    'orderbook.{depth}.{symbol}': {
      address: 'orderbook.{depth}.{symbol}',
      parameters: { depth: { enum: ['1', '50'] }, symbol: {} },
      'x-sockets': ['/v5/public/linear'],
    },
  }
  expect(topicsIn({ channels })).toEqual([
    {
      id: 'orderbook.{depth}.{symbol}',
      name: 'orderbook.{depth}.{symbol}',
      sockets: ['/v5/public/linear'],
      values: ['1', '50'],
    },
  ])
})
