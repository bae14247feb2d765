// Aims ccxt's client at a Basis server: ORIGIN, KEY and SECRET come from the environment.

import ccxt from 'ccxt'

export type Exchange = InstanceType<typeof ccxt.pro.bybit>

export async function openExchange(): Promise<Exchange> {
  const { ORIGIN: origin = 'http://127.0.0.1:8700', KEY, SECRET } = process.env
  const sockets = origin.replace(/^http/, 'ws')
  const own = `${sockets}/v5/private`
  const exchange = new ccxt.pro.bybit({
    ...(KEY === undefined ? {} : { apiKey: KEY }),
    ...(SECRET === undefined ? {} : { secret: SECRET }),
    urls: {
      api: {
        spot: origin,
        futures: origin,
        v2: origin,
        public: origin,
        private: origin,
        ws: {
          public: {
            spot: `${sockets}/v5/public/spot`,
            linear: `${sockets}/v5/public/linear`,
            inverse: `${sockets}/v5/public/inverse`,
            option: `${sockets}/v5/public/option`,
          },
          private: {
            spot: { unified: own, nonUnified: own },
            contract: own,
            usdc: own,
            trade: `${sockets}/v5/trade`,
          },
        },
      },
    },
  })
  // Plain ws:// addresses are opened only after this.
  await exchange.loadHttpProxyAgent()
  await exchange.loadMarkets()
  return exchange
}
