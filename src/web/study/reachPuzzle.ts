import type { Study } from './study.ts';

export const reachPuzzle: Study = {
  rules: 'reach',
  title: 'The puzzle of Reach Chess',
  lead: 'White is to play and win, with two bishops against two rooks and two pawns.',
  source:
    'Composed by Benjamin Defromont, Sven Charmeteau, Axel Gilbert and Jacques Dupin; Fig. 4 of Browne, Niebisch, Brobecker and Tavener, Reach Chess, 2024. The pieces stand where the printed solution needs them. The text is ours, and every verdict is found by search while you look.',
  fen: '8/8/2r3r1/6p1/8/5Bpk/3B4/6K1 w - - 0 1',
  steps: [
    {
      name: 'start',
      title: 'White to play and win',
      moves: '',
      text: [
        'Black threatens Rc1: a piece on the far rank wins, even one that could be taken there. White cannot be first, since the rook on c6 stands between the bishop on f3 and a8.',
        'Taking that rook looks natural, and loses.',
      ],
    },
    {
      name: 'bc3',
      title: 'Shut the file',
      moves: 'Bc3',
      text: [
        'The bishop shuts the c-file and looks along the long diagonal: Bh8 is threatened. From f3 the other bishop would reach a8, were it not for the rook on c6.',
        'That rook must therefore stay on c6, and may not even take the bishop. The other one must shut the way to h8.',
      ],
    },
    {
      name: 'rf6',
      title: 'Four pieces hold each other',
      moves: 'Bc3 Rgf6',
      text: [
        'Four pieces hold each other: each rook stands in the way of one bishop, each bishop in the way of one rook. Whoever moves one of the four opens a way.',
        'So it matters who runs out of other moves first. White has only the king for that.',
      ],
    },
    {
      name: 'kh1',
      title: 'Your move',
      moves: 'Bc3 Rgf6 Kh1',
      text: [
        'Now Black must find a move that leaves both rooks where they are. King and pawns have three: Kh4, g4 and g2+.',
        'Each rook move lets a bishop reach the far rank at once.',
      ],
    },
    {
      name: 'kh4-early',
      title: 'The king steps back',
      moves: 'Bc3 Rgf6 Kh1 Kh4',
      text: [
        'White goes to g2, where the king stands before the pawn, and Black is short of moves sooner than in the main line.',
      ],
    },
    {
      name: 'g4-early',
      title: 'The wrong pawn',
      moves: 'Bc3 Rgf6 Kh1 g4',
      text: [
        'The pawn attacks the bishop on f3, which must not leave its diagonal. It steps to g2, on the same diagonal, and gives check.',
        'The king has one square. Then the other bishop takes on f6 with check, and if the rook takes back, the way to a8 is open.',
      ],
    },
    {
      name: 'g2',
      title: 'A check to gain time',
      moves: 'Bc3 Rgf6 Kh1 g2+',
      text: [
        'The longest defence: a check. White has two answers, and the bishop that takes the pawn would no longer shut the f-file.',
      ],
    },
    {
      name: 'kg1',
      title: 'Again: your move',
      moves: 'Bc3 Rgf6 Kh1 g2+ Kg1',
      text: [
        'Again Black needs a move that leaves the rooks at home. The king has two squares and the pawn on g5 one step.',
      ],
    },
    {
      name: 'kg3',
      title: 'Into the fork',
      moves: 'Bc3 Rgf6 Kh1 g2+ Kg1 Kg3',
      text: [
        'On g3 the king can be checked from e5, and there the bishop looks at b8, too: Black cannot answer both.',
      ],
    },
    {
      name: 'kh4',
      title: 'The better square',
      moves: 'Bc3 Rgf6 Kh1 g2+ Kg1 Kh4',
      text: [
        'It is time to take the pawn: on g2 the king guards g3 and h3. The bishop on f3 guards g4 and h5, and g5 is taken by Black’s own pawn.',
      ],
    },
    {
      name: 'kxg2',
      title: 'Zugzwang',
      moves: 'Bc3 Rgf6 Kh1 g2+ Kg1 Kh4 Kxg2',
      text: [
        'Black’s king cannot move. As long as both rooks stand still no bishop reaches the far rank, and Black would gladly pass; but who has a move must make it.',
        'A rook that leaves c6 opens the way to a8, one that leaves f6 the way to h8. The arrows show it.',
      ],
    },
    {
      name: 'g4',
      title: 'The last pawn move',
      moves: 'Bc3 Rgf6 Kh1 g2+ Kg1 Kh4 Kxg2 g4',
      text: [
        'The last move that keeps both rooks at home. It attacks the bishop on f3 and gives the king g5, but White comes first.',
      ],
    },
    {
      name: 'bxf6',
      title: 'Check first',
      moves: 'Bc3 Rgf6 Kh1 g2+ Kg1 Kh4 Kxg2 g4 Bxf6+',
      text: [
        'The c-file is open for Black, but a check must be answered first: Black takes the bishop or steps aside.',
      ],
    },
    {
      name: 'rxf6',
      title: 'The way is open',
      moves: 'Bc3 Rgf6 Kh1 g2+ Kg1 Kh4 Kxg2 g4 Bxf6+ Rxf6',
      text: [
        'The rook has left c6, and the bishop is where it has been since the first move. Ba8 ends the game: rook and pawn come too late.',
      ],
    },
  ],
};
