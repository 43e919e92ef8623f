// Answers questions about positions with ffish, one JSON object a line each way:
// {variant, chess960, fen, play} becomes {moves, check, result, fens}.
// `node answer.js FOLDER`, where FOLDER has node_modules/ffish.
delete globalThis.fetch; // its loader would fetch a file by its path
const path = require('path');
const readline = require('readline');
const ffish = require(path.resolve(process.argv[2], 'node_modules/ffish'));

const boards = new Map(); // one for each kind: making one is slow

function boardOf(q) {
  const kind = q.variant + q.chess960;
  if (!boards.has(kind)) boards.set(kind, new ffish.Board(q.variant, q.fen, q.chess960));
  const board = boards.get(kind);
  board.setFen(q.fen);
  return board;
}

function answer(q) {
  const board = boardOf(q);
  const fens = q.play.map((move) => {
    if (!board.push(move)) return 'refused';
    const fen = board.fen(q.variant.endsWith('house'));
    board.pop();
    return fen;
  });
  const moves = board.legalMoves();
  return {
    moves: moves ? moves.split(' ') : [],
    check: board.isCheck(),
    result: board.result(),
    fens,
  };
}

ffish.onRuntimeInitialized = () => {
  const input = readline.createInterface({ input: process.stdin });
  input.on('line', (line) => process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n'));
};
