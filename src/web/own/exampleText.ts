/** A complete game to begin with. */
export const exampleText = `# A game of your own. Change anything: it is checked while you type.
[courtyard]
title = Courtyard Chess
about = A small chess whose guards step like a king and leap like a knight.
maxFile = 5
maxRank = 5
king = k
rook = r
pawn = p
# A piece of your own: its letter, then its movement in Betza's notation.
customPiece1 = g:KN
pieceNames = g:guard
# From the top rank down: capitals are White's, a number is so many empty squares.
startFen = rgkgr/ppppp/5/PPPPP/RGKGR w - - 0 1
promotionRegionWhite = *5
promotionRegionBlack = *1
promotionPieceTypes = rg
doubleStep = false
castling = false
`;
