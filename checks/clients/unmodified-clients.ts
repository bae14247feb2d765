// Third-party clients, connected to a server of ours only by setting their addresses.

import ccxt from 'ccxt'
import { RestClientV5, WebsocketAPIClient, WebsocketClient, WS_BASE_URL_MAP } from 'bybit-api'

export type Credentials = { readonly key: string; readonly secret: string }

/** The addresses in the form of ccxt's constructor; freqtrade's `ccxt_config` has the same. */
function ccxtUrls(origin: string) {
  const sockets = origin.replace(/^http/, 'ws')
  const own = `${sockets}/v5/private`
  return {
    api: {
      ...Object.fromEntries(
        ['spot', 'futures', 'v2', 'public', 'private'].map((name) => [name, origin]),
      ),
      ws: {
        public: Object.fromEntries(
          ['spot', 'linear', 'inverse', 'option'].map((category) => [
            category,
            `${sockets}/v5/public/${category}`,
          ]),
        ),
        private: {
          spot: { unified: own, nonUnified: own },
          contract: own,
          usdc: own,
          trade: `${sockets}/v5/trade`,
        },
      },
    },
  }
}

/** In ms; the five seconds of both clients are too short for a request on a busy machine. */
const recvWindow = 60_000

/** ccxt's client for sockets and REST. */
export async function ccxtClient(
  origin: string,
  credentials?: Credentials,
): Promise<InstanceType<typeof ccxt.pro.bybit>> {
  const client = new ccxt.pro.bybit({
    urls: ccxtUrls(origin),
    enableRateLimit: false,
    // Its own limit of ten seconds is too short for a list of markets on a busy machine.
    timeout: 120_000,
    options: { recvWindow },
    ...(credentials === undefined ? {} : { apiKey: credentials.key, secret: credentials.secret }),
  })
  // Its JavaScript build opens a plain ws:// address only after this call.
  await client.loadHttpProxyAgent()
  return client
}

export const bybitRest = (origin: string, credentials?: Credentials): RestClientV5 =>
  new RestClientV5({ baseUrl: origin, recv_window: recvWindow, ...credentials })

/** Sets the socket addresses of bybit-api: its clients read its exported table of addresses. */
function aimBybitSockets(origin: string): void {
  const sockets = origin.replace(/^http/, 'ws')
  const map = WS_BASE_URL_MAP
  map.v5SpotPublic.public.livenet = `${sockets}/v5/public/spot`
  map.v5LinearPublic.public.livenet = `${sockets}/v5/public/linear`
  map.v5InversePublic.public.livenet = `${sockets}/v5/public/inverse`
  map.v5OptionPublic.public.livenet = `${sockets}/v5/public/option`
  map.v5.private.livenet = `${sockets}/v5/private`
  map.v5PrivateTrade.private.livenet = `${sockets}/v5/trade`
}

export function bybitSockets(origin: string, credentials?: Credentials): WebsocketClient {
  aimBybitSockets(origin)
  return new WebsocketClient({ ...credentials, market: 'v5' } as never, quiet)
}

/** The client of bybit-api that places orders over the socket. */
export function bybitOrderEntry(origin: string, credentials: Credentials): WebsocketAPIClient {
  aimBybitSockets(origin)
  return new WebsocketAPIClient({ key: credentials.key, secret: credentials.secret }, quiet)
}

const quiet = { trace: () => undefined, info: () => undefined, error: () => undefined }
