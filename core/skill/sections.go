package skill

func (p *parser) hasToolSection() bool { return false }
func (p *parser) sections()            {}
