// Where a banned visitor is led (spec 2): on to the spot market, or out of the terminal.

/** The Brazilian-Portuguese trade page of spot BTC/USDT. */
export const CONFIRM_ADDRESS = '/pt-BR/trade/spot/BTC/USDT'

/** The front door of the venue, outside the terminal's public path. */
export const CANCEL_ADDRESS = '/'
