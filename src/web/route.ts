/** The view that the page shows, from the part of its address after `#`. */
export type Route =
  /** `variant`: what describes the rules, packed, in a link to a game that is not built in. */
  | {
      readonly view: 'play';
      readonly rules?: string;
      readonly fen?: string;
      readonly variant?: string;
    }
  | { readonly view: 'rule'; readonly example?: string }
  /** Without a name: all games. */
  | { readonly view: 'games'; readonly rules?: string }
  /** A study of a game, at one of its steps. */
  | { readonly view: 'study'; readonly rules: string; readonly step?: string }
  /** What the players of a game settle before the first move, on this device. */
  | { readonly view: 'prepare'; readonly rules: string }
  /** The visitor's own games, as text. */
  | { readonly view: 'own' }
  | { readonly view: 'endgames'; readonly rules?: string; readonly table?: string }
  /** Without an id: the page that begins a game, of these rules. */
  | { readonly view: 'game'; readonly id?: string; readonly rules?: string };

export function parseRoute(hash: string): Route {
  const [name = '', ...rest] = hash.replace(/^#/, '').split('=');
  const value = rest.join('=');
  switch (name) {
    case 'rule':
      return { view: 'rule', ...(value ? { example: value } : {}) };
    case 'endgames': {
      const [rules, table] = value.split('/');
      return {
        view: 'endgames',
        ...(rules ? { rules: decode(rules) } : {}),
        ...(table ? { table: decode(table) } : {}),
      };
    }
    case 'games':
      return { view: 'games', ...(value ? { rules: decode(value) } : {}) };
    case 'study': {
      const [rules = '', step] = value.split('/');
      return { view: 'study', rules: decode(rules), ...(step ? { step: decode(step) } : {}) };
    }
    case 'prepare':
      return { view: 'prepare', rules: decode(value) };
    case 'own':
      return { view: 'own' };
    case 'game':
      return { view: 'game', ...(value ? { id: value } : {}) };
    case 'invite':
      return { view: 'game', ...(value ? { rules: decode(value) } : {}) };
    case 'play': {
      // Rules, a slash, then a FEN with underscores for its spaces.
      const [position = '', variant] = value.split('&variant=');
      const slash = position.indexOf('/');
      if (slash < 0) return { view: 'play' };
      const fen = decode(position.slice(slash + 1)).replaceAll('_', ' ');
      const described = variant === undefined ? {} : { variant };
      return { view: 'play', rules: decode(position.slice(0, slash)), fen, ...described };
    }
    default:
      return { view: 'play' };
  }
}

export function playHash(rules: string, fen: string): string {
  return `#play=${rules}/${fen.replaceAll(' ', '_')}`;
}

/** Where a game begins on this device whose players settle something before the first move. */
export function prepareHash(rules: string): string {
  return `#prepare=${rules}`;
}

/** The page of a game's rules. */
export function rulesHash(rules: string): string {
  return `#games=${rules}`;
}

/** A study, from one of its steps on. */
export function studyHash(rules: string, step?: string): string {
  return step === undefined ? `#study=${rules}` : `#study=${rules}/${step}`;
}

/** All endgames of a game, or one of them. */
export function endgamesHash(rules: string, table?: string): string {
  return table === undefined ? `#endgames=${rules}` : `#endgames=${rules}/${table}`;
}

/** The page that begins a game by link. */
export function inviteHash(rules: string): string {
  return `#invite=${rules}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
