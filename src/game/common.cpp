#include "game/common.hpp"

#include <utility>

namespace rimau {

const std::map<std::string, OptionSpec, std::less<>>& common_options() {
  static const auto options = [] {
    const auto rule = [](std::string key, std::string word) {
      return RuleTable{{std::move(key), RuleValue{std::move(word), {}}}};
    };
    std::map<std::string, OptionSpec, std::less<>> made;
    made["repetition"] = {.initial = "3", .values = {{"3", {}}, {"off", rule("repetition", "off")}}};
    made["repetition"].about = {
        {"en", "3: the third occurrence of a position is a draw; off: it is not"},
        {"ms", "3: kedudukan yang berlaku kali ketiga ialah seri; off: tidak"},
        {"id", "3: posisi yang terjadi ketiga kalinya berarti seri; off: tidak"},
        {"es", "3: la tercera aparición de una posición es tablas; off: no lo es"},
    };
    made["quiet"] = {
        .initial = "off", .values = {{"off", {}}}, .number_sets = "quiet", .number_min = 1, .number_max = 100'000};
    made["quiet"].about = {
        {"en", "N: a draw after N plies with neither drop nor capture; off: never"},
        {"ms", "N: seri selepas N giliran tanpa letakan atau makan; off: tiada"},
        {"id", "N: seri setelah N giliran tanpa penempatan atau makan; off: tidak ada"},
        {"es", "N: tablas tras N turnos sin colocar ni capturar; off: nunca"},
    };
    made["stuck"] = {.initial = "pass", .values = {{"pass", {}}, {"lose", rule("stuck", "lose")}}};
    made["stuck"].about = {
        {"en", "pass: men who cannot step pass their turn; lose: they have lost"},
        {"ms", "pass: orang yang tidak dapat bergerak melepaskan giliran; lose: mereka kalah"},
        {"id", "pass: orang yang tidak dapat bergerak melewatkan giliran; lose: mereka kalah"},
        {"es", "pass: los hombres que no pueden moverse pasan el turno; lose: pierden"},
    };
    return made;
  }();
  return options;
}

namespace {

const std::vector<RuleText>& common_texts() {
  static const std::vector<RuleText> texts = [] {
    std::vector<RuleText> made;
    const auto add = [&made](std::string about, LocalText text) {
      made.push_back({.about = std::move(about), .ruling = true, .text = std::move(text)});
    };
    add("stuck", {
                     {"en",
                      "Nobody may pass by choice. Only when the men's hand is empty and no man can step is their turn "
                      "passed."},
                     {"ms",
                      "Tiada siapa boleh melepaskan giliran dengan sengaja. Hanya apabila tangan kosong dan tiada "
                      "orang dapat bergerak, giliran dilepaskan."},
                     {"id",
                      "Tak seorang pun boleh melewatkan giliran dengan sengaja. Hanya bila tangan kosong dan tidak ada "
                      "orang yang bisa bergerak, giliran dilewatkan."},
                     {"es",
                      "Nadie puede pasar por gusto. Solo si la mano está vacía y ningún hombre puede moverse, su turno "
                      "se pasa."},
                 });
    add("draws",
        {
            {"en",
             "A position that occurs for the third time, with the same side to move and the same hands, is a "
             "draw."},
            {"ms", "Kedudukan yang berlaku kali ketiga, dengan pihak bergilir dan tangan yang sama, ialah seri."},
            {"id", "Posisi yang terjadi ketiga kalinya, dengan pihak bergiliran dan tangan yang sama, berarti seri."},
            {"es",
             "Una posición que aparece por tercera vez, con el mismo turno y las mismas piezas en mano, es "
             "tablas."},
        });
    add("draws", {
                     {"en", "A player may resign, and both may agree on a draw, at any time."},
                     {"ms", "Pemain boleh menyerah, dan kedua-duanya boleh bersetuju seri, pada bila-bila masa."},
                     {"id", "Pemain boleh menyerah, dan keduanya boleh sepakat seri, kapan saja."},
                     {"es", "Un jugador puede rendirse, y ambos acordar tablas, en cualquier momento."},
                 });
    return made;
  }();
  return texts;
}

}  // namespace

GameSpec with_common_texts(GameSpec game) {
  game = with_texts(std::move(game), common_texts());
  for (const auto& text : common_texts())
    for (const auto& [language, words] : text.text.all())
      if (language != "en") game.drafts.insert(language);
  return game;
}

}  // namespace rimau
