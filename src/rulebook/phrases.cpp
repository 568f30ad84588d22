#include "rulebook/phrases.hpp"

#include <algorithm>

namespace rimau {
namespace {

using Translations = std::array<std::string_view, language_codes.size()>;

// Indexed by Phrase.
constexpr std::array<Translations, static_cast<std::size_t>(Phrase::count_)> phrases{{
    {"Board", "Papan", "Papan", "Tablero"},
    {"{}: {} points, {} edges, {} lines", "{}: {} simpang, {} ruas, {} garis", "{}: {} simpang, {} ruas, {} garis",
     "{}: {} puntos, {} aristas, {} líneas"},
    {"{} symmetries keep the rules", "{} simetri mengekalkan peraturan", "{} simetri mempertahankan aturan",
     "{} simetrías conservan las reglas"},
    {"Tigers", "Harimau", "Macan", "Tigres"},
    {"Men", "Orang", "Orang", "Hombres"},
    {"{} on {}", "{} di {}", "{} di {}", "{} en {}"},
    {"{} in hand", "{} di tangan", "{} di tangan", "{} en mano"},
    {"Begins", "Mula dahulu", "Mulai dulu", "Empieza"},
    {"Opening turn", "Giliran pembukaan", "Giliran pembukaan", "Turno de apertura"},
    {"exactly {} men are removed from the game", "tepat {} orang dikeluarkan daripada permainan",
     "tepat {} orang dikeluarkan dari permainan", "se retiran del juego exactamente {} hombres"},
    {"then a tiger may be moved to any empty point",
     "kemudian seekor harimau boleh dipindahkan ke mana-mana simpang kosong",
     "lalu seekor macan boleh dipindahkan ke simpang kosong mana pun",
     "luego un tigre puede trasladarse a cualquier punto vacío"},
    {"Capture", "Makan", "Makan", "Captura"},
    {"men taken in one leap: {}", "orang yang dimakan dalam satu lompatan: {}",
     "orang yang dimakan dalam satu lompatan: {}", "hombres capturados en un salto: {}"},
    {"Tigers win", "Harimau menang", "Macan menang", "Ganan los tigres"},
    {"when every man has been captured", "apabila semua orang telah dimakan", "bila semua orang telah dimakan",
     "cuando han capturado a todos los hombres"},
    {"when {} men have been captured ({} left, hand included)",
     "apabila {} orang telah dimakan (tinggal {}, termasuk di tangan)",
     "bila {} orang telah dimakan (tersisa {}, termasuk di tangan)",
     "cuando han capturado {} hombres (quedan {}, contando los de la mano)"},
    {"Men win", "Orang menang", "Orang menang", "Ganan los hombres"},
    {"when it is the tigers' turn, all tigers are on the board and none can step or leap",
     "apabila tiba giliran harimau, semua harimau di papan dan tiada yang dapat melangkah atau melompat",
     "bila tiba giliran macan, semua macan di papan dan tak satu pun bisa melangkah atau melompat",
     "cuando toca a los tigres, todos están en el tablero y ninguno puede moverse ni saltar"},
    {"Smallest trap", "Kepungan terkecil", "Kepungan terkecil", "Menor encierro"},
    {"{} can hold {}", "{} dapat mengepung {}", "{} dapat mengepung {}", "{} pueden inmovilizar {}"},
    {"No step left", "Tiada langkah", "Tak ada langkah", "Sin pasos"},
    {"men who have an empty hand and cannot step pass", "orang yang tidak dapat melangkah melepaskan giliran",
     "orang yang tidak bisa melangkah melewatkan giliran", "los hombres que no pueden moverse pasan el turno"},
    {"men who have an empty hand and cannot step have lost", "orang yang tidak dapat melangkah kalah",
     "orang yang tidak bisa melangkah kalah", "los hombres que no pueden moverse pierden"},
    {"Draws", "Seri", "Seri", "Tablas"},
    {"when the same position has occurred {} times", "apabila kedudukan yang sama berlaku {} kali",
     "bila posisi yang sama terjadi {} kali", "cuando la misma posición aparece {} veces"},
    {"after {} plies with neither drop nor capture", "selepas {} giliran tanpa letakan atau makan",
     "setelah {} giliran tanpa penempatan atau makan", "tras {} turnos sin colocar ni capturar"},
    {"only by agreement", "hanya dengan persetujuan", "hanya dengan kesepakatan", "solo por acuerdo"},
    {"Options", "Pilihan", "Pilihan", "Opciones"},
    {"default", "lalai", "bawaan", "por omisión"},
    {"in every game", "dalam semua permainan", "di semua permainan", "en todos los juegos"},
    {"Sources", "Sumber", "Sumber", "Fuentes"},
    {"our reading: the sources disagree or are silent", "tafsiran kami: sumber berbeza atau tidak menyebut",
     "tafsiran kami: sumber berbeda atau tidak menyebut", "interpretación nuestra: las fuentes discrepan o callan"},
    {"The following describes {} as it is without options; the list above holds.",
     "Yang berikut menerangkan {} tanpa pilihan; senarai di atas yang berlaku.",
     "Berikut ini menerangkan {} tanpa pilihan; daftar di atas yang berlaku.",
     "Lo que sigue describe {} sin opciones; vale la lista de arriba."},
    {"Draft: no native speaker has checked it yet.", "Draf: belum disemak oleh penutur asli.",
     "Draf: belum diperiksa oleh penutur asli.", "Borrador: aún no lo ha revisado un hablante nativo."},
}};

struct Topic {
  std::string_view about;
  Translations heading;
};
constexpr std::array<Topic, 14> topics{{
    {"name", {"The name", "Nama", "Nama", "El nombre"}},
    {"board", {"The board", "Papan", "Papan", "El tablero"}},
    {"aim", {"The aim", "Matlamat", "Tujuan", "El objetivo"}},
    {"start", {"The start", "Permulaan", "Permulaan", "El comienzo"}},
    {"opening", {"The opening turn", "Giliran pembukaan", "Giliran pembukaan", "El turno de apertura"}},
    {"drops", {"Drops", "Meletakkan buah", "Menempatkan buah", "Colocaciones"}},
    {"moves", {"Steps", "Langkah", "Langkah", "Pasos"}},
    {"capture", {"Capture", "Makan", "Makan", "Captura"}},
    {"stuck", {"No step left", "Tiada langkah", "Tak ada langkah", "Sin pasos"}},
    {"end", {"The end", "Penamat", "Akhir", "El final"}},
    {"draws", {"Draws", "Seri", "Seri", "Tablas"}},
    {"options", {"Variants", "Kelainan", "Varian", "Variantes"}},
    {"advice", {"Advice", "Petua", "Saran", "Consejo"}},
    {"history", {"History", "Sejarah", "Sejarah", "Historia"}},
}};

}  // namespace

std::string_view phrase(Phrase phrase, Language language) {
  return phrases[static_cast<std::size_t>(phrase)][static_cast<std::size_t>(language)];
}

std::string_view topic_heading(std::string_view topic, Language language) {
  const auto found = std::ranges::find(topics, topic, &Topic::about);
  return found == topics.end() ? topic : found->heading[static_cast<std::size_t>(language)];
}

}  // namespace rimau
